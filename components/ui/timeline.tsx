import { Icon, type IconName } from './icon'
import { Exact } from './moment'

/** What has become of a step. One that was never reached is shown, quietly. */
export type StepState = 'passed' | 'waits' | 'refused' | 'not_reached'
export type Step = { id: string; state: StepState; says: string; about?: React.ReactNode; at?: string | null; who?: string | null }

const looks: Record<StepState, { icon: IconName; word: string; mark: string; text: string }> = {
  passed: { icon: 'check', word: 'Passed', mark: 'text-ok-mark', text: 'text-strong' },
  waits: { icon: 'half', word: 'Waits', mark: 'text-notice-mark', text: 'text-strong' },
  refused: { icon: 'cross', word: 'Refused', mark: 'text-danger-mark', text: 'text-strong' },
  not_reached: { icon: 'dash', word: 'Not reached', mark: 'text-quiet', text: 'text-quiet' },
}

/** Steps in their real order, each with its state, its sentence, when, and who decided. */
export function Timeline({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map(({ id, state, says, about, at = null, who = null }) => {
        const { icon, word, mark, text } = looks[state]
        return (
          <li key={id} className="group/step grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3">
            <span className="flex flex-col items-center gap-1 pt-0.5">
              <Icon name={icon} className={mark} />
              <span aria-hidden="true" className="w-px flex-1 bg-line group-last/step:hidden" />
            </span>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 pb-4 group-last/step:pb-0">
              <p className={text}><span className="sr-only">{word}: </span>{says}</p>
              {about && <div className="text-dense text-plain">{about}</div>}
              {(at !== null || who !== null) && <p className="text-dense text-quiet">{who}{who !== null && at !== null && ', '}{at !== null && <Exact at={at} />}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
