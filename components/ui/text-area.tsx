'use client'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled, type Words } from './labelled'
import { useReady } from './ready'

/** Several lines to type, and how many characters are left of how many. It may be typed on past the end: what is too much is for the person to choose. */
export function TextArea({ label, hint, problem = null, optional = false, name, longest, value, placeholder, rows = 4, isCode = false, onType }: Words & {
  name: string; longest: number; value: string; placeholder?: string; rows?: number; /** A document, as a machine reads it. */ isCode?: boolean; onType: (text: string) => void
}) {
  const id = useFieldId(name)
  const ready = useReady()
  const left = longest - value.length
  const count = `${id}-count`
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <textarea
        id={id} name={name} rows={rows} value={value} placeholder={placeholder} readOnly={!ready} onChange={(event) => onType(event.target.value)} className={`${controlClass} w-full resize-y ${isCode ? 'name' : ''}`} spellCheck={!isCode}
        aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem }, count)}
      />
      {/* Where that it is too long is told already, it is told once. */}
      <p id={count} className={`text-small font-normal ${left < 0 ? 'text-danger' : 'text-quiet'}`}>{left >= 0 ? `${figure(left)} of ${figure(longest)} characters left` : problem === null && `${many(-left, 'character')} too many`}</p>
    </Labelled>
  )
}
