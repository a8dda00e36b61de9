import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ahead, Exact } from '~/components/ui/moment'
import { Properties, type Property } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { signRefusals } from '~/server/cases/case.refusals'
import type { StepShown } from '~/server/cases/show-steps'
import { isTaking } from '~/server/cases/step'
import { AnswerStep } from './answer-step'
import { Countdown } from './countdown'
import { PartTable } from './part-table'
import { SignStep } from './sign-step'
import { isAnswerable, sayHours, sayUndo, stepStateWords, stepWords, waitsForSignature } from './step-words'
import { UndoStep } from './undo-step'

type Props = {
  tenant: string; steps: readonly StepShown[]; now: Date; hrefOf: ((allocation: string) => string) | null
  /** What its reader may do about a step: take it back, or answer it. */
  may: { readonly undo: Reason | null; readonly sign: Reason | null } | { readonly answer: Reason | null }
}
/** What was done about a case, the newest first. */
export function StepList({ tenant, steps, now, hrefOf, may }: Props) {
  const isTenants = 'answer' in may
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {steps.map((step) => {
        const [words, state] = [stepWords[step.kind], stepStateWords[step.state]]
        return (
          <li key={step.step} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line bg-panel p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1"><h3 className="font-medium text-strong">{words.says}</h3><Badge tone={state.tone}>{state.says}</Badge></div>
            {isTenants && <p>{words.tenant}</p>}
            <Properties items={factsOf(step, now)} />
            {step.parts.length > 0 && isTaking(step.kind) && <PartTable label={`${words.says}: allocations`} kind={step.kind} parts={step.parts} now={now} hrefOf={isTenants && step.kind === 'shrink' && step.state === 'announced' ? (allocation) => paths.shrinkAllocation(tenant, allocation, String(step.parts.find((part) => part.allocation === allocation)?.gpus ?? 1)) : hrefOf} />}
            {'undo' in may && waitsForSignature(step) && <SignStep tenant={tenant} step={step.step} says={words.says} hours={step.binds.hours} whyNot={may.sign ?? (step.binds.isOwn ? ownStep : null)} />}
            {'undo' in may && step.canUndo && <UndoStep tenant={tenant} step={step.step} label={words.says} says={sayUndo(step)} whyNot={may.undo} />}
            {isTenants && step.answer === null && isAnswerable(step.state) && <AnswerStep tenant={tenant} step={step.step} state={step.state} whyNot={may.answer} />}
          </li>
        )
      })}
    </ol>
  )
}

const ownStep = `${signRefusals.own_step.says} ${signRefusals.own_step.fix}`
const by = (name: string | null) => (name === null ? '' : ` by ${name}`)
function factsOf({ kind, state, takenAt, takenBy, dueAt, answer, undone, endedAt, binds }: StepShown, now: Date): Property[] {
  const isUnderWay = state === 'announced' || state === 'taking' || state === 'giving_back'
  const waits = state === 'paused' && dueAt !== null
  return [
    { says: 'Taken', value: <><Exact at={takenAt} />{by(takenBy)}</> },
    ...(state === 'asked' && dueAt !== null ? [{ says: 'Can be answered until', value: <span><Exact at={dueAt} />, <Ahead at={dueAt} now={now} /></span> }] : []),
    ...(binds && binds.percent !== null ? [{ says: 'May still borrow', value: binds.percent === 0 ? 'Nothing' : `${binds.percent} % of what it may otherwise` }] : []),
    ...(binds ? [{ says: 'For', value: sayHours(binds.hours) }] : []),
    ...(state === 'proposed' && dueAt !== null ? [{ says: 'Can be signed until', value: <span><Exact at={dueAt} />, <Ahead at={dueAt} now={now} /></span> }] : []),
    ...(binds?.signed ? [{ says: 'Signed', value: <><Exact at={binds.signed.at} />{by(binds.signed.by)}</> }] : []),
    ...(binds?.signed && dueAt !== null && !undone ? [{ says: state === 'over' ? 'Ended' : 'Ends by itself', value: state === 'over' ? <Exact at={dueAt} /> : <span><Exact at={dueAt} />, <Ahead at={dueAt} now={now} /></span> }] : []),
    ...(waits ? [{ says: 'Takes effect', value: <span><Exact at={dueAt} />, <Ahead at={dueAt} now={now} /></span> }] : []),
    ...(isTaking(kind) && dueAt !== null && !waits ? [{ says: 'Takes effect', value: isUnderWay ? <span><Countdown until={dueAt} now={now.toISOString()} isDue={state !== 'announced'} />, at <Exact at={dueAt} /></span> : <Exact at={dueAt} /> }] : []),
    ...(answer ? [{ says: 'Answered', value: <><Exact at={answer.at} />{by(answer.by)}: {answer.reason}</> }] : []),
    ...(answer?.keepUntil ? [{ says: 'Kept until', value: <Exact at={answer.keepUntil} /> }] : []),
    ...(undone ? [{ says: 'Undone', value: <><Exact at={undone.at} />{by(undone.by)}</> }] : []),
    ...(endedAt !== null && isTaking(kind) && !undone ? [{ says: 'Done', value: <Exact at={endedAt} /> }] : []),
  ]
}
