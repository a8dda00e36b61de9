import type { Tone } from '~/components/ui/badge'
import { type GiveBackRefusal, giveBackRefusals } from '~/server/allocations/allocation.refusals'
import type { PartShown, StepShown } from '~/server/cases/show-steps'
import { isTaken, type StepKind, type StepState, type Taking } from '~/server/cases/step'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

/** What a step is, from the mildest on. `about` is for whoever takes it, `tenant` for whom it is about. */
export const stepWords: Readonly<Record<StepKind, { says: string; about: string; tenant: string }>> = {
  notify: { says: 'Tell the tenant', about: 'Its admins are told, and read this case from then on. Nothing is asked and nothing taken.', tenant: 'The platform told you what was seen.' },
  ask: { says: 'Ask to keep', about: 'Its admins say whether they need what they have, for how long and why. If they say nothing, nothing happens by itself.', tenant: 'The platform asks whether you need what you have.' },
  shrink: { says: 'Make smaller what is too large', about: 'After five minutes each has as many GPUs a pod as it was seen to need at its most. Whoever needs more by then keeps them, and reserved capacity is left alone.', tenant: 'What has more GPUs than it was seen to need is made smaller. Whoever needs more by then keeps them; you can also do it yourself before.' },
  preempt: { says: 'Take back what is borrowed', about: 'After five minutes all that the tenant has borrowed is ended, used or not. Its own share and reserved capacity are left alone.', tenant: 'What you have borrowed is taken back. Your own share is left alone.' },
  burst: { says: 'Let it borrow less', about: 'Once another platform admin has signed it, the tenant borrows less until it is over. Its own share and what it has stay.', tenant: 'You may borrow less until it is over. Your own share and what you have stay.' },
  suspend: { says: 'Suspend new requests', about: 'Once another platform admin has signed it, nothing new is asked for in the tenant until it is over. What runs goes on, and what waits keeps its place.', tenant: 'Nothing new can be asked for until it is over. What runs goes on, and what waits keeps its place.' },
  reclaim: { says: 'Reclaim what is idle', about: 'After five minutes what still stands unused is ended. Whoever uses it before then keeps it, and reserved capacity is left alone.', tenant: 'What stands unused is taken back. Whoever uses it before then keeps it.' },
}
export const stepStateWords: Readonly<Record<StepState, { says: string; tone: Tone }>> = {
  told: { says: 'Told', tone: 'neutral' }, asked: { says: 'Waits for an answer', tone: 'notice' }, answered: { says: 'Answered', tone: 'ok' }, unanswered: { says: 'Not answered', tone: 'unknown' },
  announced: { says: 'Announced', tone: 'notice' }, paused: { says: 'Waits, as the tenant asked', tone: 'notice' }, taking: { says: 'Being done', tone: 'info' }, taken: { says: 'Done', tone: 'neutral' },
  undone: { says: 'Undone', tone: 'neutral' }, giving_back: { says: 'Being given back', tone: 'info' }, given_back: { says: 'Undone', tone: 'neutral' },
  proposed: { says: 'Waits for a second signature', tone: 'notice' }, unsigned: { says: 'Not signed in time', tone: 'unknown' }, in_force: { says: 'In force', tone: 'danger' }, over: { says: 'Over', tone: 'neutral' },
}

const keptBecause: Readonly<Record<string, string>> = {
  used_again: 'it was used again', not_known: 'nobody knows whether it was used', undone: 'the step was undone', over: 'it was over', reserved: 'it is reserved, or was not borrowed', not_admitted: 'it did not run', below_need: 'it was seen to use more', use_unknown: 'too little is known of what it uses', not_smaller: 'it is as small already', no_whole_gpus: 'it has no whole GPUs any more',
}
const isGiveBack = (because: string): because is GiveBackRefusal => Object.hasOwn(giveBackRefusals, because)
const lower = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
/** What became of one of those that a step named. */
export function sayPart(kind: StepKind, { outcome, because }: Pick<PartShown, 'outcome' | 'because'>): { says: string; tone: Tone } {
  switch (outcome) {
    case null: return { says: { shrink: 'Has more than it needs', reclaim: 'Stands unused', preempt: 'Is borrowed' }[kind as Taking], tone: 'notice' }
    case 'shrunk': return { says: 'Made smaller', tone: 'danger' }
    case 'reclaimed': return { says: 'Reclaimed', tone: 'danger' }
    case 'preempted': return { says: 'Taken back', tone: 'danger' }
    case 'given_back': return { says: 'Given back as it was', tone: 'ok' }
    case 'kept': return { says: `Kept: ${keptBecause[because ?? ''] ?? 'it could not be taken'}`, tone: 'ok' }
    case 'lost': return { says: `Not given back: ${lower(isGiveBack(because ?? '') ? giveBackRefusals[because as GiveBackRefusal].says : 'it does not fit any more.').replace(/\.$/, '')}`, tone: 'danger' }
  }
}

const gpusOf = (parts: readonly Pick<PartShown, 'gpuMilli'>[]) => Number(parts.reduce((sum, { gpuMilli }) => sum + BigInt(gpuMilli), 0n)) / 1000
/** "2 allocations with 3 GPUs" */
export function sayParts(parts: readonly Pick<PartShown, 'gpuMilli'>[]): string {
  const gpus = gpusOf(parts)
  return `${many(parts.length, 'allocation')} with ${many(gpus, 'GPU')}`
}
export const sayGpus = ({ gpuMilli }: Pick<PartShown, 'gpuMilli'>): string => figure(Number(gpuMilli) / 1000)

/** What undoing a step comes to, said before it is done. */
export function sayUndo({ kind, state, parts }: Pick<StepShown, 'kind' | 'state' | 'parts'>): string {
  switch (true) {
    case kind === 'ask': return 'Undone, the tenant is asked no more.'
    case state === 'proposed': return 'Undone now, nothing of it ever takes effect.'
    case state === 'in_force': return 'Undone, it is lifted at once, and everything is as it was before.'
    case state === 'announced' || state === 'paused': return 'Undone now, nothing is taken.'
    default: return `Undone, what was taken is given back as it was, as far as it still fits: ${sayParts(parts.filter(({ outcome }) => isTaken(outcome)))}.`
  }
}

/** "36 hours", "7 days" */
export const sayHours = (hours: number): string => (hours % 24 === 0 ? many(hours / 24, 'day') : many(hours, 'hour'))

/** Where a step is while its tenant can answer it. */
const answerable = ['asked', 'announced', 'in_force'] as const satisfies readonly StepState[]
export type Answerable = (typeof answerable)[number]
export const isAnswerable = (state: StepState): state is Answerable => (answerable as readonly StepState[]).includes(state)
type Signable = StepShown & { binds: NonNullable<StepShown['binds']> }
/** What binds a tenant and waits for the second word to it: the first thing to do on the page of its case. */
export const waitsForSignature = (step: StepShown): step is Signable => step.state === 'proposed' && step.binds !== null
