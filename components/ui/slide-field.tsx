'use client'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled, type Words } from './labelled'
import { useReady } from './ready'

type Props = Words & { name: string; value: string; /** From one up to so many. */ most: number; unit?: string; onType: (text: string) => void }
/** A whole number with two ways to it: typed, or slid to, by pointer or by the arrow keys. What is typed and cannot be read leaves the slider where the most is. */
export function SlideField({ label, hint, problem = null, optional = false, name, value, most, unit, onType }: Props) {
  const id = useFieldId(name)
  const ready = useReady()
  const typed = value.trim()
  const at = /^\d{1,5}$/.test(typed) ? Math.min(most, Math.max(1, Number(typed))) : most
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          id={id} name={name} value={value} inputMode="numeric" autoComplete="off" readOnly={!ready} onChange={(event) => onType(event.target.value)}
          aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem })} className={`${controlClass} w-20`}
        />
        {unit && <span className="text-quiet">{unit}</span>}
        <input type="range" aria-label={`${label}, slid to`} min={1} max={most} value={at} disabled={!ready || most === 1} onChange={(event) => onType(event.target.value)} className="h-6 min-w-24 flex-1 accent-accent" />
      </div>
    </Labelled>
  )
}
