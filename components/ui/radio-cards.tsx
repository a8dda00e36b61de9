'use client'
import { useFieldId } from './field-id'
import { Grouped, type Words } from './labelled'
import { useReady } from './ready'

/** `aside` is what tells them apart at a glance, such as a price; `whyNot` says why this one cannot be chosen, which is shown all the same. */
type Option = { value: string; says: string; about: React.ReactNode; aside?: React.ReactNode; whyNot?: string | null }

/** One of a few that need explaining. The browser's own radio buttons, with their words beside them. */
export function RadioCards({ label, hint, problem = null, optional = false, name, value, options, onChoose }: Words & { name: string; value: string; options: readonly Option[]; onChoose: (value: string) => void }) {
  const id = useFieldId(name)
  const ready = useReady()
  return (
    <Grouped id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <div className="grid gap-2">
        {options.map((option) => {
          const { whyNot = null } = option
          const own = `${id}-${option.value}`
          return (
            <label
              key={option.value}
              className={`quiet-motion grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-panel border border-line-control px-3 py-2 has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2 ${whyNot === null ? 'bg-panel hover:bg-hover' : 'cursor-not-allowed bg-sunken'}`}
            >
              <input
                type="radio" name={name} value={option.value} disabled={!ready} aria-disabled={whyNot === null ? undefined : true} aria-labelledby={`${own}-says`} aria-describedby={`${own}-aside ${own}-about`} checked={value === option.value}
                onChange={() => whyNot === null && onChoose(option.value)} className="mt-0.5 size-4 outline-none"
              />
              <span id={`${own}-says`} className={`font-medium ${whyNot === null ? 'text-strong' : 'text-quiet'}`}>{option.says}</span>
              <span id={`${own}-aside`} className="text-dense text-plain">{option.aside}</span>
              <span id={`${own}-about`} className="col-start-2 -col-end-1 text-dense text-quiet">{option.about}{whyNot !== null && <> {whyNot}</>}</span>
            </label>
          )
        })}
      </div>
    </Grouped>
  )
}
