'use client'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { type PaletteEntry, PaletteEntries } from '~/components/shell/palette-entries'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import type { Renewal } from '~/server/allocations/decide-renewal'
import type { AllocationState } from '~/server/allocations/decide-life'
import type { LatelyUsed } from '~/server/allocations/use'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'
import { sayRelease } from './say-release'

const ReleaseDialog = dynamic(() => import('./release-dialog').then((loaded) => loaded.ReleaseDialog), { ssr: false })
const ShrinkDialog = dynamic(() => import('./shrink-dialog').then((loaded) => loaded.ShrinkDialog), { ssr: false })
const ExtendDialog = dynamic(() => import('./extend-dialog').then((loaded) => loaded.ExtendDialog), { ssr: false })
type Props = { tenant: string; allocation: string; name: string; /** What it has, or asks for, in words. */ amounts: string; state: AllocationState; isOver: boolean; /** The form with what was asked for in it. */ again: string; endsAt: string | null; renewal: Renewal | null; lately: LatelyUsed; opens: 'extend' | 'shrink' | null; /** What its pods have of whole GPUs, where they have any; and as many as were proposed. */ shrink: { pods: number; has: number; proposed: string | null } | null; /** The form by which what is asked for is changed, while nobody has decided it. */ amend: { href: string; whyNot: Reason | null } | null; whyNot: { release: Reason | null; extend: Reason | null; shrink: Reason | null } }

type Panel = 'release' | 'extend' | 'shrink'

/** What its people can do with it: end it, make it smaller, or let it go on longer. When it is over, what became of the deed is still said here. */
export function ChangeAllocation({ tenant, allocation, name, amounts, state, isOver, again, endsAt, renewal, lately, opens, shrink, amend, whyNot }: Props) {
  const [open, setOpen] = useState<Panel | null>(isOver || opens === null || whyNot[opens] !== null ? null : opens)
  const [done, setDone] = useState<string | null>(null)
  const say = (says: string) => {
    setOpen(null)
    setDone(says)
    announce(says)
  }
  const words = sayRelease(state, name, amounts)
  const release = useCommand('allocations.release', allocationRefusals, () => say(words.done))
  const extend = useCommand('allocations.extend', allocationRefusals, ({ asked }) => say(asked ? `It is asked whether ${name} may go on. Until then it ends when it did.` : `${name} ends later now.`))
  const reduce = useCommand('allocations.shrink', allocationRefusals, () => say(`${name} is smaller now. Its cluster begins its pods again, and what it held beyond that is free.`))
  const begin = (what: Panel) => {
    setDone(null)
    setOpen(what)
  }
  const entries = useMemo((): PaletteEntry[] => (isOver ? [{ id: 'again', says: 'Request again', href: again, whyNot: null }] : [{ id: 'extend', says: 'Extend', whyNot: whyNot.extend, run: () => setOpen('extend') }, ...(shrink === null ? [] : [{ id: 'shrink', says: 'Make smaller', whyNot: whyNot.shrink, run: () => setOpen('shrink') }]), { id: 'release', says: 'Release', whyNot: whyNot.release, run: () => setOpen('release') }, ...(amend === null ? [] : [{ id: 'amend', says: 'Change request', href: amend.href, whyNot: amend.whyNot }])]), [isOver, again, amend, shrink, whyNot.extend, whyNot.shrink, whyNot.release])
  return (
    <div className="grid justify-items-start gap-3">
      <PaletteEntries entries={entries} />
      {done && <Strip tone="ok">{done}</Strip>}
      {!isOver && (
        <div className="flex flex-wrap gap-3">
          {amend !== null && (amend.whyNot === null ? <Link href={amend.href} className={buttonClass()}>Change request</Link> : <Button whyNot={amend.whyNot}>Change request</Button>)}
          <Button whyNot={whyNot.extend} onClick={() => begin('extend')}>Extend</Button>
          {shrink !== null && <Button whyNot={whyNot.shrink} onClick={() => begin('shrink')}>Make smaller</Button>}
          <Button whyNot={whyNot.release} onClick={() => begin('release')}>Release</Button>
        </div>
      )}
      {isOver && <Link href={again} className={buttonClass()}>Request again</Link>}
      {open === 'release' && <ReleaseDialog name={name} asks={words.asks} command={release} onClose={() => setOpen(null)} onRelease={() => void release.carryOut({ tenant, allocation })} />}
      {open === 'shrink' && shrink !== null && <ShrinkDialog tenant={tenant} allocation={allocation} name={name} {...shrink} command={reduce} onClose={() => setOpen(null)} onShrink={(gpus) => void reduce.carryOut({ tenant, allocation, gpus })} />}
      {open === 'extend' && endsAt !== null && renewal !== null && <ExtendDialog tenant={tenant} allocation={allocation} name={name} endsAt={endsAt} renewal={renewal} lately={lately} command={extend} onClose={() => setOpen(null)} onExtend={(until, reason) => void extend.carryOut({ tenant, allocation, endsAt: until, reason })} />}
    </div>
  )
}
