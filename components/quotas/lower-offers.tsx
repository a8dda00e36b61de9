'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Link } from '~/components/ui/link'
import type { DraftLine } from './draft'

type Props = { tenant: string; line: DraftLine; /** More is in use than the limit would allow. */ isBelowUse: boolean; onLower: (line: DraftLine) => void }
const inUtc = (typed: string): string | null => (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) && !Number.isNaN(Date.parse(`${typed.slice(0, 16)}Z`)) ? `${typed.slice(0, 16)}:00.000Z` : null)
const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`

/** For somebody who means the lower limit: let it come down as what is in use ends, now or from a moment on; or see what holds it. */
export function LowerOffers({ tenant, line, isBelowUse, onLower }: Props) {
  const { namespace, resource } = line
  const [typed, setTyped] = useState<string | null>(null)
  const at = inUtc(typed ?? '')
  const idle = paths.useOf(tenant, namespace)
  const isPast = at !== null && Date.parse(at) <= Date.now()
  function lowerThen() {
    if (at === null || isPast) return announce('Choose a moment that is still to come.')
    onLower({ ...line, lowers: { at } })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap gap-2">
        {isBelowUse && line.lowers === null && <Button size="dense" onClick={() => onLower({ ...line, lowers: { at: null } })} aria-label={`Lower ${resource} of ${namespace} as it is freed`}>Lower it as it is freed</Button>}
        {typed === null && <Button size="dense" onClick={() => setTyped(tomorrow())} aria-label={`Lower ${resource} of ${namespace} later`}>Lower it later…</Button>}
      </div>
      {typed !== null && (
        <div className="flex flex-wrap items-end gap-2">
          <Field label={`When ${resource} of ${namespace} is lowered`} hint="In UTC. What is still in use then comes down as it is freed." name={`at ${namespace} ${resource}`} type="datetime-local" className="w-fit" value={typed} onType={setTyped} problem={at === null || isPast ? 'Choose a moment that is still to come.' : null} />
          <Button size="dense" onClick={lowerThen}>Lower it then</Button>
        </div>
      )}
      {isBelowUse && line.lowers === null && (
        <p className="text-quiet">Or see <Link href={paths.allocationsIn(tenant, namespace)}>what holds it</Link> and <Link href={idle}>what is idle there</Link>, or <Link href={paths.namespace(tenant, namespace)}>freeze {namespace}</Link> first.</p>
      )}
    </div>
  )
}
