'use client'
import { useFieldId } from './field-id'
import { controlClass, describedBy, Labelled, type Words } from './labelled'
import { useReady } from './ready'

type Option = { value: string; says: string }

/** One of a few, in the browser's own list. `none` is the word for nothing chosen yet. */
export function Select({ label, hint, problem = null, optional = false, name, value, none, options, onChoose }: Words & { name: string; value: string; none?: string; options: readonly Option[]; onChoose: (value: string) => void }) {
  const id = useFieldId(name)
  const ready = useReady()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <select
        id={id} name={name} value={value} disabled={!ready} onChange={(event) => onChoose(event.target.value)} className={`${controlClass} w-fit max-w-full`}
        aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem })}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => <option key={option.value} value={option.value}>{option.says}</option>)}
      </select>
    </Labelled>
  )
}
