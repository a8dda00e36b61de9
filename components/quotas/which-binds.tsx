'use client'
import { useState } from 'react'
import { neverRefused, useWhileTyping } from '~/components/shell/use-while-typing'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { unitOf } from './amount'
import { sayBound, sayOne } from './say-bound'

/** No class has a quota of its own by this name; those that have are asked for by theirs, where GPUs are. */
const usual = 'normal'
/** Opened in place: the limits above one more of it there, from the narrowest up, and which of them is in the way first. */
export function WhichBinds({ tenant, namespace, resource, whyNot }: { tenant: string; namespace: string; resource: string; whyNot: Reason | null }) {
  const [isOpen, setOpen] = useState(false)
  const { answer, no, isAsking } = useWhileTyping('quotas.binds', neverRefused, isOpen ? { tenant, namespace, class: usual, resource, amount: `${unitOf(resource).size}` } : null)
  return (
    <section aria-busy={isAsking || undefined} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 text-dense">
      <Button whyNot={whyNot} onClick={() => setOpen(!isOpen)}>Which limit binds?</Button>
      {isOpen && no && <p role="alert">{no.says} {no.fix}</p>}
      {isOpen && answer && (
        <div role="status" className="grid w-full gap-1">
          <p className="text-quiet">For {sayOne(resource)} more in <span className="name">{namespace}</span>:</p>
          <ul aria-label="Limits on the way" className="divide-y divide-line">
            {answer.value.levels.map((bound) => (
              <li key={bound.level} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
                <span>{sayBound(bound, resource)}</span>
                <span className="flex gap-2">{bound.binds && <Badge tone={bound.fits ? 'notice' : 'danger'}>Binds</Badge>}{!bound.binds && <Badge tone={bound.fits ? 'ok' : 'danger'}>{bound.fits ? 'Fits' : 'Does not fit'}</Badge>}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
