'use client'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled, type Words } from './labelled'
import { useReady } from './ready'

type Props = Words & Pick<React.ComponentProps<'input'>, 'name' | 'type' | 'value' | 'defaultValue' | 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'spellCheck' | 'autoCapitalize' | 'ref'> & {
  unit?: string; className?: string; onType?: (text: string) => void
}
/** One line to type. */
export function Field({ label, hint, problem = null, optional = false, unit, className = 'w-full', onType, ...input }: Props) {
  const id = useFieldId(input.name)
  const ready = useReady()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <div className="flex items-center gap-2">
        <input
          id={id} {...input} {...(onType ? { readOnly: !ready, onChange: (event) => onType(event.target.value) } : {})} aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem })}
          className={`${controlClass} ${className}`}
        />
        {unit && <span className="text-quiet">{unit}</span>}
      </div>
    </Labelled>
  )
}
