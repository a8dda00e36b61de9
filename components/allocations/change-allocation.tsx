'use client'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { type PaletteEntry, PaletteEntries } from '~/components/shell/palette-entries'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'

const ReleaseDialog = dynamic(() => import('./release-dialog').then((loaded) => loaded.ReleaseDialog), { ssr: false })
const ExtendDialog = dynamic(() => import('./extend-dialog').then((loaded) => loaded.ExtendDialog), { ssr: false })
type Props = { tenant: string; allocation: string; name: string; holds: string; isHeld: boolean; isOver: boolean; endsAt: string | null; whyNot: { release: Reason | null; extend: Reason | null } }

/** What its people can do with it: end it, or let it go on longer. When it is over, what became of the deed is still said here. */
export function ChangeAllocation({ tenant, allocation, name, holds, isHeld, isOver, endsAt, whyNot }: Props) {
  const [open, setOpen] = useState<'release' | 'extend' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const say = (says: string) => {
    setOpen(null)
    setDone(says)
    announce(says)
  }
  const release = useCommand('allocations.release', allocationRefusals, () => say(`${name} is over. What it held is free again.`))
  const extend = useCommand('allocations.extend', allocationRefusals, () => say(`${name} ends later now.`))
  const begin = (what: 'release' | 'extend') => {
    setDone(null)
    setOpen(what)
  }
  const entries = useMemo((): PaletteEntry[] => (isOver ? [] : [{ id: 'extend', says: 'Extend', whyNot: whyNot.extend, run: () => setOpen('extend') }, { id: 'release', says: 'Release', whyNot: whyNot.release, run: () => setOpen('release') }]), [isOver, whyNot.extend, whyNot.release])
  return (
    <div className="grid justify-items-start gap-3">
      <PaletteEntries entries={entries} />
      {done && <Strip tone="info">{done}</Strip>}
      {!isOver && (
        <div className="flex flex-wrap gap-3">
          <Button whyNot={whyNot.extend} onClick={() => begin('extend')}>Extend</Button>
          <Button whyNot={whyNot.release} onClick={() => begin('release')}>Release</Button>
        </div>
      )}
      {open === 'release' && <ReleaseDialog name={name} holds={holds} isHeld={isHeld} command={release} onClose={() => setOpen(null)} onRelease={() => void release.carryOut({ tenant, allocation })} />}
      {open === 'extend' && endsAt !== null && <ExtendDialog name={name} endsAt={endsAt} command={extend} onClose={() => setOpen(null)} onExtend={(until) => void extend.carryOut({ tenant, allocation, endsAt: until })} />}
    </div>
  )
}
