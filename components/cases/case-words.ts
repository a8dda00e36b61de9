import { ago } from '~/components/ui/time'
import type { Tone } from '~/components/ui/badge'
import type { Link, LinkKind } from '~/server/cases/decide-linked'
import type { CaseShown, RuleShown, SeenShown } from '~/server/cases/list-cases'
import type { CaseKind, Outcome } from '~/server/cases/rule'
import type { Lane } from '~/server/cases/step'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

/** What a rule looks for, exactly; and what would have to be so for it to be wrong. */
export const kindWords: Readonly<Record<CaseKind, { says: string; rule: string; wrong: string }>> = {
  'allocations.burst': { says: 'Borrows on and on', rule: 'Something beyond the tenant’s own share was held without a break for longer than a borrowing may last.', wrong: 'Its own share is smaller than what was agreed with it.' },
  'allocations.flood': { says: 'Floods the queue', rule: 'More than 20 requests of one person in an hour were refused because as many wait as may.', wrong: 'A script tries again after each refusal, and knows no better.' },
  'allocations.inflation': { says: 'Asks for too much', rule: 'Each of its GPUs was used less than 10 % for more than an hour, every time its cluster was heard. Reserved capacity is left out.', wrong: 'The work waits for something else, such as its data, and needs all of them when it comes.' },
  'allocations.many_preemptions': { says: 'Is pushed aside often', rule: 'More than 100 of its allocations gave their places within an hour.', wrong: 'A node pool was taken away, and everything on it moved.' },
  'allocations.mining': { says: 'Reckons like a miner', rule: 'All of its GPUs were used 95 % or more for six hours without a break, with at most 10 % of its cores and 25 % of its memory, every time its cluster was heard. What it runs and where it sends anything is not measured, so this is a hint for people. Reserved capacity is left out.', wrong: 'A solver or a benchmark that fits into its GPUs looks the same from outside.' },
  'allocations.priority': { says: 'Stands above others', rule: 'Its average priority over a day of GPU hours is more than 100 above what nine in ten of the other tenants have.', wrong: 'Its work was given the highest classes by whoever runs the platform.' },
  'allocations.pushing': { says: 'Pushes others aside often', rule: 'For its work more than 100 allocations gave their places within an hour, its own among them.', wrong: 'It took back what is its own and was lent, or was given a class that is meant to.' },
  'allocations.splitting': { says: 'Splits what needs a yes', rule: 'More than twice in a day one person asked in parts for what together needs somebody’s yes.', wrong: 'The parts are pieces of work that have nothing to do with each other.' },
  'allocations.squatting': { says: 'Holds GPUs unused', rule: 'None of its GPUs was used more than 2 % for 30 minutes, every time its cluster was heard; those on which nothing was begun are not used either. Reserved capacity is left out.', wrong: 'Somebody works at it by hand, or its cluster could not begin it, or runs it where it does not measure.' },
  'allocations.unusual_rate': { says: 'Asks far more than usual', rule: 'It asks more than ten times as often as in its usual hour.', wrong: 'A new pipeline was put to work.' },
  'tenants.linked': { says: 'Looks like one with others', rule: 'It and tenants of other organisations have at least two kinds of things in common of a cost centre, an admin, who made whom an admin, a range of addresses and a rhythm of taking turns; and together they may have more GPUs than the largest of their organisations.', wrong: 'They are partners who share an office or a consultant, and each has work of its own.' },
  'tenants.noisy_neighbour': { says: 'Slows its neighbours', rule: 'For three looks in a row, ten minutes apart, it used a tenth of a shared node or more beyond what it is charged there, and had not for six looks before; and in each of the three somebody else’s work there did at least 30 % less than it did in those six. Reserved capacity and nodes of a tenant’s own are left out, and so is whatever was not measured.', wrong: 'The other work had less to do just then: that one is the cause of the other is not measured.' },
  'tokens.unusual_rate': { says: 'Has a token that asks far more than usual', rule: 'A script’s token asks, for what is recorded, more than ten times as often as in its own usual hour; only where it is known for a day, and asks 20 times or more.', wrong: 'Its script was given more to do.' },
}
export const outcomeWords: Readonly<Record<Outcome, { says: string; about: string; tone: Tone }>> = {
  confirmed: { says: 'It was so', about: 'The rule was right.', tone: 'danger' },
  benign: { says: 'There was a good reason', about: 'It was as the rule says, and nothing is wrong with it.', tone: 'ok' },
  too_tight: { says: 'The rule is too strict', about: 'It should not have been told of this.', tone: 'notice' },
  bad_data: { says: 'The data was wrong', about: 'It says nothing of the rule.', tone: 'unknown' },
}
export const stateWords: Readonly<Record<Lane, { says: string; tone: Tone }>> = {
  new: { says: 'New', tone: 'notice' }, waiting: { says: 'Waiting for tenant', tone: 'info' }, acting: { says: 'Acting', tone: 'danger' }, tried_out: { says: 'Tried out', tone: 'unknown' }, closed: { says: 'Closed', tone: 'neutral' },
}
export const sayState = ({ state, outcome }: Pick<CaseShown, 'state' | 'outcome'>): { says: string; tone: Tone } => (outcome === null ? stateWords[state] : outcomeWords[outcome])

export const sayPrecision = ({ precision }: Pick<RuleShown, 'precision'>): string | null => precision && `${precision.right} of ${precision.of}`

/** What was seen, in a line: whatever its body knows of; where that is no figure, what its rule says. */
export function saySeen({ body }: Pick<SeenShown, 'body'>, now: Date): string {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null)
  const amount = (name: string) => (typeof body[name] === 'number' ? body[name] : null)
  const gpus = text('gpuMilli') === null ? null : Number(text('gpuMilli')) / 1000
  const since = text('since')
  return [
    ...(gpus === null ? [] : [many(gpus, 'GPU')]), ...(amount('times') === null ? [] : [`${figure(amount('times') ?? 0)} times`]),
    ...(amount('own') === null ? [] : [`${figure(amount('own') ?? 0)} on average${amount('others') === null ? '' : `, where others have ${figure(amount('others') ?? 0)}`}`]), ...(amount('percent') === null ? [] : [`${figure(amount('percent') ?? 0)} % of what the largest of their organisations may have`]), ...(amount('over') === null ? [] : [`${figure((amount('over') ?? 0) / 10)} % of ${text('node') ?? 'a shared node'} beyond what it is charged`]), ...(since === null ? [] : [`since ${ago(since, now)}`]),
  ].join(', ') || 'As the rule says'
}

/** Whose work did less, as the evidence says it, the newest first; each once. */
export function slowedIn(seen: readonly Pick<SeenShown, 'body'>[]): readonly SlowedShown[] {
  const all = seen.flatMap(({ body }) => (Array.isArray(body.slowed) ? (body.slowed as unknown as readonly SlowedShown[]).map((one) => ({ ...one, node: String(body.node) })) : []))
  return [...new Map(all.toReversed().map((one) => [`${one.allocation} ${one.node}`, one])).values()].toReversed()
}
export type SlowedShown = { tenant: string; allocation: string; name: string; was: number; is: number; node: string }

/** What two tenants have in common, in words that name nobody. */
export const linkWords: Readonly<Record<LinkKind, string>> = {
  account: 'The same cost centre is charged', alternating: 'When one is busy the other is not', invitation: 'An admin of one made an admin of the other', person: 'The same person is admin of both', source: 'Admins of both come from the same range of addresses',
}
/** What links the tenants of a case, as its evidence says it; nothing where it is about one tenant. */
export function linksIn(seen: readonly Pick<SeenShown, 'body'>[]): readonly Link[] {
  const links = seen.find(({ body }) => Array.isArray(body.links))?.body.links
  return (links ?? []) as unknown as readonly Link[]
}
