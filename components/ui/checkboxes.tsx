'use client'
import { useState } from 'react'
import { useFieldId } from './field-id'
import { controlClass, Grouped, type Words } from './labelled'
import { useReady } from './ready'

/** `group` is under which words it stands, where there are many. */
type Option = { value: string; says: string; about?: React.ReactNode; group?: string }
type Props = Words & { name: string; chosen: readonly string[]; options: readonly Option[]; onChoose: (chosen: string[]) => void; /** What one looks for some of them by; left out where all are seen at once. */ find?: string }

/** Any of a few; or of many, in groups, of which one finds some by their names. What is chosen stays chosen while it is not shown. */
export function Checkboxes({ label, hint, problem = null, optional = false, name, chosen, options, onChoose, find }: Props) {
  const id = useFieldId(name)
  const ready = useReady()
  const [sought, seek] = useState('')
  const turn = (value: string, isOn: boolean) => onChoose(options.map((option) => option.value).filter((other) => (other === value ? isOn : chosen.includes(other))))
  const words = sought.trim().toLowerCase()
  const shown = options.filter(({ says, group = '' }) => `${says} ${group}`.toLowerCase().includes(words))
  const box = ({ value, says, about }: Option) => (
    <label key={value} className="flex min-h-7 items-start gap-2 py-1">
      <input
        type="checkbox" name={name} value={value} disabled={!ready} checked={chosen.includes(value)} onChange={(event) => turn(value, event.target.checked)} className="mt-0.5 size-4 shrink-0"
        aria-invalid={problem ? true : undefined}
      />
      <span className="min-w-0 text-strong wrap-anywhere">{says}{about && <span className="text-quiet"> {about}</span>}</span>
    </label>
  )
  return (
    <Grouped id={id} label={label} hint={hint} problem={problem} optional={optional}>
      {find !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <input type="search" aria-label={find} placeholder={find} readOnly={!ready} value={sought} onChange={(event) => seek(event.target.value)} onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault() }} className={`${controlClass} w-60`} />
          <span role="status" className="text-dense text-quiet">{words !== '' && `${shown.length} found, `}{chosen.length} chosen</span>
        </div>
      )}
      {[...new Set(shown.map(({ group = '' }) => group))].map((group) => {
        const those = shown.filter(({ group: of = '' }) => of === group).map(box)
        return group === '' ? those : <div key={group} role="group" aria-label={group} className="mt-2 grid"><p aria-hidden className="text-dense font-medium">{group}</p>{those}</div>
      })}
    </Grouped>
  )
}
