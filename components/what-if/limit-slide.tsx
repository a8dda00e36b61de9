'use client'
import { useState } from 'react'
import { formatAmount, readAmount, typedAmount, unitOf } from '~/components/quotas/amount'
import { Button } from '~/components/ui/button'
import { useFieldId } from '~/components/ui/field-id'
import { controlClass, describedBy, Labelled } from '~/components/ui/labelled'
import { useReady } from '~/components/ui/ready'

type Props = { place: string; name: string; resource: string; limit: string; /** What it is; null where nobody could say. */ now: string | null; onLimit: (limit: string) => void; onPutBack: () => void }

/** A limit with two ways to it: slid to, by pointer or arrow keys, or typed. What is typed and is no amount stays to be mended, and nothing is supposed of it. */
export function LimitSlide({ place, name, resource, limit, now, onLimit, onPutBack }: Props) {
  const id = useFieldId(name)
  const ready = useReady()
  const [typed, setTyped] = useState(typedAmount(resource, limit))
  const [shown, setShown] = useState(limit)
  // What was supposed elsewhere, by an address or by the slider, is shown; what is being typed stays.
  if (shown !== limit) {
    setShown(limit)
    if (readAmount(resource, typed) !== limit) setTyped(typedAmount(resource, limit))
  }
  const { size, word } = unitOf(resource)
  const inUnits = (amount: string) => Number((BigInt(amount) + size - 1n) / size)
  // As far as twice of what it is, and no further than a slider tells one from the next.
  const most = Math.max(8, 2 * inUnits(now ?? '0'), inUnits(limit))
  const problem = readAmount(resource, typed) === null ? `Write an amount, such as ${typedAmount(resource, now ?? `${8n * size}`)}.` : null
  const take = (text: string) => {
    setTyped(text)
    const amount = readAmount(resource, text)
    if (amount !== null) onLimit(amount)
  }
  return (
    <Labelled id={id} label={`${resource} of ${place}`} hint={now === null ? undefined : `Now ${formatAmount(resource, now)}.`} problem={problem}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          id={id} name={name} value={typed} inputMode="decimal" autoComplete="off" readOnly={!ready} onChange={(event) => take(event.target.value)} aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, { hint: now !== null, problem })} className={`${controlClass} w-24`}
        />
        {word && <span className="text-quiet">{word}</span>}
        <input
          type="range" aria-label={`${resource} of ${place}, slid to`} aria-valuetext={formatAmount(resource, limit)} min={0} max={most} value={inUnits(limit)} disabled={!ready}
          onChange={(event) => take(typedAmount(resource, `${BigInt(event.target.value) * size}`))} className="h-6 min-w-24 flex-1 accent-accent"
        />
        <Button size="dense" onClick={onPutBack} aria-label={`Leave ${resource} of ${place} as it is`}>Leave as it is</Button>
      </div>
    </Labelled>
  )
}
