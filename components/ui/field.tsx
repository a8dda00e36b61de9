'use client'
import { many } from '~/server/shared/many'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled, type Words } from './labelled'
import { useReady } from './ready'

type Props = Words & Pick<React.ComponentProps<'input'>, 'name' | 'type' | 'value' | 'defaultValue' | 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'spellCheck' | 'autoCapitalize' | 'ref'> & {
  unit?: string; className?: string; onType?: (text: string) => void
}
/** One line to type. It may be typed and pasted on past its end, and says by how much: what is cut off by nobody's choice is another name, and another address. */
export function Field({ label, hint, problem = null, optional = false, unit, className = 'w-full', maxLength, onType, ...input }: Props) {
  const id = useFieldId(input.name)
  const ready = useReady()
  const over = maxLength === undefined || typeof input.value !== 'string' ? 0 : input.value.length - maxLength
  const count = `${id}-count`
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <div className="flex items-center gap-2">
        <input
          id={id} {...input} {...(onType ? { readOnly: !ready, onChange: (event) => onType(event.target.value) } : { maxLength })} aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem }, over > 0 ? count : '')}
          className={`${controlClass} ${className}`}
        />
        {unit && <span className="text-quiet">{unit}</span>}
      </div>
      {/* Where that it is too long is told already, it is told once. */}
      {over > 0 && <p id={count} className="text-small font-normal text-danger">{problem === null && `${many(over, 'character')} too many`}</p>}
    </Labelled>
  )
}
