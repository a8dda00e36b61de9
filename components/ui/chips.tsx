'use client'
import { useFieldId } from './field-id'
import { Grouped, type Words } from './labelled'
import { useReady } from './ready'

/** `about` is what one should know of it before choosing. */
type Option = { value: string; says: string; about?: string }
type Props = Words & { name: string; options: readonly Option[] } & ({ one: true; chosen: string; onChoose: (chosen: string) => void } | { one?: false; chosen: readonly string[]; onChoose: (chosen: string[]) => void })

/** Some short words in a row, of which any or one is chosen. The browser's own boxes and buttons, with their words beside them. */
export function Chips({ label, hint, problem = null, optional = false, name, options, ...choice }: Props) {
  const id = useFieldId(name)
  const ready = useReady()
  const isChosen = (value: string) => (choice.one ? choice.chosen === value : choice.chosen.includes(value))
  const turn = (value: string, isOn: boolean) => (choice.one ? choice.onChoose(value) : choice.onChoose(options.map((option) => option.value).filter((other) => (other === value ? isOn : choice.chosen.includes(other)))))
  return (
    <Grouped id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, says, about }) => (
          <label
            key={value}
            className="quiet-motion inline-flex min-h-8 items-center gap-2 rounded-control border border-line-control bg-panel px-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
          >
            <input type={choice.one ? 'radio' : 'checkbox'} name={name} value={value} disabled={!ready} checked={isChosen(value)} onChange={(event) => turn(value, event.target.checked)} className="size-4 shrink-0 outline-none" aria-invalid={problem && !choice.one ? true : undefined} />
            <span className="font-medium text-strong">{says}</span>
            {about && <span className="text-dense text-quiet">{about}</span>}
          </label>
        ))}
      </div>
    </Grouped>
  )
}
