'use client'
import { useId } from 'react'
import { useReady } from './ready'

type Props = Pick<React.ComponentProps<'input'>, 'name' | 'type' | 'value' | 'defaultValue' | 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'spellCheck' | 'autoCapitalize' | 'ref'> & {
  label: string; hint?: React.ReactNode; unit?: string; problem?: string | null; className?: string; onType?: (text: string) => void
}
/** Label above, hint under the label, problem under the field. */
export function Field({ label, hint, unit, problem = null, className = 'w-full', onType, ...input }: Props) {
  const id = useId()
  const ready = useReady()
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].join(' ').trim()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-strong">{label}</label>
      {hint && <p id={`${id}-hint`} className="text-dense text-quiet">{hint}</p>}
      <div className="flex items-center gap-2">
        <input
          id={id} {...input} {...(onType ? { readOnly: !ready, onChange: (event) => onType(event.target.value) } : {})} aria-invalid={problem ? true : undefined} aria-describedby={described || undefined}
          className={`min-h-8 rounded-control border border-line-control bg-panel px-2 py-1 text-strong aria-invalid:border-danger-mark ${className}`}
        />
        {unit && <span className="text-quiet">{unit}</span>}
      </div>
      {problem && <p id={`${id}-problem`} className="text-dense text-danger">{problem}</p>}
    </div>
  )
}
