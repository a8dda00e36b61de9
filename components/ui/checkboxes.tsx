'use client'
import { useFieldId } from './field-id'
import { Grouped, type Words } from './labelled'
import { useReady } from './ready'

type Option = { value: string; says: string; about?: React.ReactNode }

/** Any of a few. */
export function Checkboxes({ label, hint, problem = null, optional = false, name, chosen, options, onChoose }: Words & { name: string; chosen: readonly string[]; options: readonly Option[]; onChoose: (chosen: string[]) => void }) {
  const id = useFieldId(name)
  const ready = useReady()
  const turn = (value: string, isOn: boolean) => onChoose(options.map((option) => option.value).filter((other) => (other === value ? isOn : chosen.includes(other))))
  return (
    <Grouped id={id} label={label} hint={hint} problem={problem} optional={optional}>
      {options.map(({ value, says, about }) => (
        <label key={value} className="flex min-h-7 items-start gap-2 py-1">
          <input
            type="checkbox" name={name} value={value} disabled={!ready} checked={chosen.includes(value)} onChange={(event) => turn(value, event.target.checked)} className="mt-0.5 size-4 shrink-0"
            aria-invalid={problem ? true : undefined}
          />
          <span className="text-strong">{says}{about && <span className="text-quiet"> {about}</span>}</span>
        </label>
      ))}
    </Grouped>
  )
}
