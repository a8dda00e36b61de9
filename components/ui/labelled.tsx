/** What a control of a form is called, hinted at and told, in the same places for every kind of it. */
export type Words = { label: string; hint?: React.ReactNode; problem?: string | null; optional?: boolean }

const hintId = (id: string) => `${id}-hint`
export const problemId = (id: string) => `${id}-problem`
/** What describes the control: its hint, its problem, whatever else stands under it. */
export const describedBy = (id: string, { hint, problem = null }: Pick<Words, 'hint' | 'problem'>, more = ''): string | undefined =>
  [hint ? hintId(id) : '', problem === null ? '' : problemId(id), more].join(' ').trim() || undefined

/** Label above, hint under the label, problem under the control. */
export function Labelled({ id, label, hint, problem = null, optional = false, children }: Words & { id: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <label htmlFor={id} className="font-medium text-strong">{label}{optional && <Optional />}</label>
      {hint && <p id={hintId(id)} className="text-dense text-quiet">{hint}</p>}
      {children}
      <Told id={id} problem={problem} />
    </div>
  )
}
/** The same for several controls that are one answer: its problem stands above them, because they may be more than are seen at once. */
export function Grouped({ id, label, hint, problem = null, optional = false, children }: Words & { id: string; children: React.ReactNode }) {
  return (
    <fieldset id={id} aria-describedby={describedBy(id, { hint, problem })} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 font-medium text-strong">{label}{optional && <Optional />}</legend>
      {hint && <p id={hintId(id)} className="text-dense text-quiet">{hint}</p>}
      <Told id={id} problem={problem} />
      {children}
    </fieldset>
  )
}
const Optional = () => <span className="font-normal text-quiet"> (optional)</span>
const Told = ({ id, problem }: { id: string; problem: string | null }) => (problem === null ? null : <p id={problemId(id)} className="scroll-mt-40 scroll-mb-16 text-dense text-danger">{problem}</p>)
export const controlClass = 'min-h-8 rounded-control border border-line-control bg-panel px-2 py-1 text-strong aria-invalid:border-danger-mark'
