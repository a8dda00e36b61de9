import { type Step, type StepState, Timeline } from '~/components/ui/timeline'
import type { Line } from '~/server/admission/facts'
import { FitTable } from './fit-table'
import { prepareFits, prepareInputs } from './prepare-inputs'
import { checkWord, sayLine } from './say-line'

const states: Record<Line['outcome'], StepState> = { passes: 'passed', holds: 'waits', refuses: 'refused' }

/** Every check in the order in which it is asked: what it said, what it warned of, and behind a press what it looked at. */
export function DecisionTrace({ label, trace }: { label: string; trace: readonly Line[] }) {
  return <Timeline label={label} steps={trace.map((line): Step => ({ id: line.check, state: states[line.outcome], says: sayLine(line), about: <About line={line} /> }))} />
}

function About({ line: { check, warnings, saw } }: { line: Line }) {
  const fits = check === 'quota' ? prepareFits(saw) : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {warnings.map((says) => <p key={says}><span className="font-medium text-notice">Warning:</span> {says}</p>)}
      {saw === null && <p className="text-quiet">An earlier version decided this: what it looked at is not shown again.</p>}
      {saw !== null && <details>
        <summary className="quiet-motion -ml-2 inline-flex min-h-6 list-none items-center rounded-control px-2 text-dense text-accent hover:bg-hover">What was looked at for {checkWord(check)}</summary>
        {fits.length > 0
          ? <FitTable label={`Room for ${checkWord(check)}`} fits={fits} />
          : (
            <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 pt-1 md:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)]">
              {prepareInputs(saw).map(({ says, value }) => <div key={says} className="col-span-full grid grid-cols-subgrid"><dt className="text-quiet">{says}</dt><dd className="min-w-0 wrap-anywhere">{value}</dd></div>)}
            </dl>
          )}
      </details>}
    </div>
  )
}
