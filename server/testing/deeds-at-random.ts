/** One thing after another that can happen to allocations and to what they stand in, at random and by whichever process: what people ask, what the engine does unasked, and what somebody changes beside it. */
import { randomUUID } from 'node:crypto'
import { defaultPriorityPolicy } from '~/server/admission/priority/priority-policy'
import { answerAllocation } from '~/server/allocations/answer-allocation'
import { expireAllocation, failAllocation, preemptAllocation, reclaimAllocation, runAllocation } from '~/server/allocations/change-allocation'
import { giveBackAllocation } from '~/server/allocations/give-back'
import { growBackAllocation } from '~/server/allocations/grow-back'
import { correctAccount } from '~/server/reconciliation/correct-account'
import type { TestNodes } from './nodes'
import { type doorFor, loading, type World } from './world'

type Kept = { readonly id: string; readonly tenant: string; readonly state: string; readonly pods: number; readonly amounts: Readonly<Record<string, number>>; readonly over: boolean }
type Process = { readonly doorFor: typeof doorFor; readonly admitByItself: typeof import('~/server/admission/admit').admitByItself }
type Played = { readonly world: World; readonly fleet: TestNodes; readonly roll: (sides: number) => number }

export const sql = (text: string, ...values: unknown[]) => loading((on) => on.query(text, values))
const setPlatform = (kind: string, body: object | null) => loading(async (on) => {
  await on.query('SELECT pg_advisory_xact_lock(hashtext($1))', [kind])
  await on.query('UPDATE policy SET valid_to = clock_timestamp() WHERE tenant_id IS NULL AND kind = $1 AND valid_to IS NULL', [kind])
  if (body) await on.query('INSERT INTO policy (id, kind, version, body, valid_from) SELECT $1, $3, coalesce(max(version), 0) + 1, $2, clock_timestamp() FROM policy WHERE tenant_id IS NULL AND kind = $3', [randomUUID(), JSON.stringify(body), kind])
})
/** As the product ships it, and one class more, which pushes aside, is pushed aside, and needs nobody's yes; nothing needs one for its size. */
export const setClasses = (are: boolean) => setPlatform('priority', are ? {
  ...defaultPriorityPolicy, devicesMost: 1_000, splitting: { minutes: 1, personDevicesMost: 10_000, namespaceDevicesMost: 10_000 },
  classes: [...defaultPriorityPolicy.classes, { id: 'urgent', title: 'Urgent', value: 1_100, preempts: true, preemptible: true, needsApproval: false, reserved: false }],
} : null)
export const allowClasses = ({ a, b }: World) => sql(`INSERT INTO policy (id, tenant_id, kind, version, body) SELECT gen_random_uuid(), tenant, 'classes', 1, '{"classes": ["low", "high", "urgent"]}' FROM unnest($1::text[]) tenant`, [a, b])
/** As it is left by whoever ends the last one: a version says that there is none. */
export const endDisaster = () => setPlatform('disasters', { disasters: [] })

const runs = ({ state }: Kept) => state === 'admitted' || state === 'running'
export function deedsAtRandom({ world, fleet, roll }: Played): (on: Process, all: readonly Kept[]) => () => Promise<unknown> {
  const { a, b, organisation } = world
  const pick = <T>(of: readonly T[]): T => of[roll(of.length)] as T
  const [place, shrunk] = [() => [pick([a, b]), pick(['red', 'blue'])] as const, [] as { of: Kept; gpus: number; from: number }[]]
  let [made, isLost] = [0, false]
  const doorOf = (on: Process, tenant: string) => on.doorFor(tenant === a ? world.admin : world.stranger)
  const sizes = () => ({ cpu: String(1 + roll(3)), 'nvidia.com/gpu': String(1 + roll(4)) })
  const usual = { models: [], region: null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 20 }
  const gpusOf = ({ amounts, pods }: Kept) => (amounts['nvidia.com/gpu'] ?? 0) / pods

  const asked = async (on: Process) => {
    const [tenant, namespace] = place()
    const each = roll(3) ? sizes() : { cpu: String(2 + roll(9)) }
    const wish = { tenant, namespace, name: `p${made++}`, class: pick(['low', 'low', 'normal', 'normal', 'normal', 'urgent', 'high']), pods: roll(3) ? 1 : 2, each, ...usual, pod: null, claims: [], waits: roll(4) > 0 }
    return (await doorOf(on, tenant)).allocations.create(wish)
  }
  const own = (on: Process, action: Parameters<Process['admitByItself']>[0]['action'], decider: unknown, { tenant, id }: Kept, more: object = {}) => on.admitByItself({ action, decider: decider as never, tenant, input: { tenant, allocation: id, ...more } })
  type Deed = (on: Process, one: Kept) => Promise<unknown>
  /** How often, of what, and what: of nothing that there is something is asked for. */
  const deeds: readonly (readonly [times: number, of: (one: Kept) => boolean, Deed])[] = [
    [4, ({ over }) => !over, async (on, { tenant, id }) => (await doorOf(on, tenant)).allocations.release({ tenant, allocation: id })],
    [1, runs, (on, one) => own(on, 'allocations.reclaim', reclaimAllocation, one)],
    [1, ({ state }) => state === 'reclaimed', (on, one) => own(on, 'allocations.giveBack', giveBackAllocation, one)],
    [1, runs, (on, one) => own(on, 'allocations.run', runAllocation, one, { region: fleet.region })],
    [1, runs, (on, one) => own(on, 'allocations.fail', failAllocation, one, { because: 'reported' })],
    [1, runs, (on, one) => own(on, 'allocations.preempt', preemptAllocation, one)],
    [1, ({ over }) => !over, async (on, one) => {
      await sql('UPDATE allocation SET ends_at = least(ends_at, clock_timestamp()), held_until = least(held_until, clock_timestamp()), version = version + 1 WHERE id = $1 AND ended_at IS NULL', one.id)
      return own(on, 'allocations.expire', expireAllocation, one)
    }],
    [1, runs, async (on, { tenant, id }) => (await doorOf(on, tenant)).allocations.extend({ tenant, allocation: id, endsAt: new Date(Date.now() + 40 * 3_600_000).toISOString(), reason: null })],
    [3, (one) => runs(one) && gpusOf(one) > 1, async (on, one) => {
      const [from, { tenant, id }] = [gpusOf(one), one]
      const less = 1 + roll(from - 1)
      if ((await (await doorOf(on, tenant)).allocations.shrink({ tenant, allocation: id, gpus: less })).ok) shrunk.push({ of: one, gpus: from, from: less })
    }],
    [3, () => shrunk.length > 0, async (on) => {
      const [last] = shrunk.splice(roll(shrunk.length), 1)
      if (last) await own(on, 'allocations.growBack', growBackAllocation, last.of, { gpus: last.gpus, from: last.from })
    }],
    [4, ({ state }) => state === 'held', async (on, one) => {
      await sql("UPDATE request SET state = $2, decided_by = $3, decided_at = clock_timestamp(), decision_reason = CASE WHEN $2 = 'refused' THEN 'No.' END WHERE allocation_id = $1 AND state = 'open'", one.id, pick(['approved', 'approved', 'refused']), world.platformAdmin.id)
      return own(on, 'allocations.answer', answerAllocation, one)
    }],
    [1, ({ state }) => state === 'held', async (on, { tenant, id }) => {
      const { rows: [{ terms }] } = await sql('SELECT terms FROM request WHERE allocation_id = $1', id)
      return (await doorOf(on, tenant)).allocations.amend({ tenant, allocation: id, terms, class: pick(['low', 'normal', 'high', 'urgent']), pods: 1, each: sizes(), ...usual, waits: roll(2) > 0 })
    }],
    [1, () => true, (on) => {
      const [tenant, namespace] = place()
      return on.admitByItself({ action: 'reconciliation.correct', decider: correctAccount as never, tenant, input: { tenant, namespace, unexplained: { 'nvidia.com/gpu': String(roll(3)), cpu: String(roll(3) * 1_000) } } })
    }],
    [1, () => true, () => sql('UPDATE account SET hard = (SELECT array_agg(greatest(n, u + h, c * $2 / 100) ORDER BY at) FROM unnest(nominal, used, held, hard) WITH ORDINALITY AS x (n, u, h, c, at)), version = version + 1 WHERE id = $1', `platform/${organisation}${pick(['', `/${a}`, `/${b}`, `/${a}/red`])}`, pick([60, 150]))],
    [1, () => true, () => sql("UPDATE node SET cordoned_at = CASE WHEN cordoned_at IS NULL THEN now() END, cordoned_because = CASE WHEN cordoned_at IS NULL THEN 'Played.' END, version = version + 1 WHERE id = $1", pick(fleet.nodes.flat()))],
    [1, () => true, () => {
      const [tenant, namespace] = place()
      return roll(3) === 0 ? sql('UPDATE tenant SET frozen_at = now() WHERE id = $1', tenant) : sql('UPDATE namespace SET frozen_at = now() WHERE tenant_id = $1 AND id = $2', tenant, namespace)
    }],
    [2, () => true, () => sql('WITH thawed AS (UPDATE namespace SET frozen_at = NULL WHERE tenant_id = ANY ($1)) UPDATE tenant SET frozen_at = NULL WHERE id = ANY ($1)', [a, b])],
    [1, () => true, async () => {
      isLost = !isLost && roll(3) === 0
      await (isLost ? setPlatform('disasters', { disasters: [{ region: fleet.region, until: new Date(Date.now() + 3_600_000).toISOString() }] }) : endDisaster())
    }],
  ]
  const each = deeds.flatMap((deed) => Array.from({ length: deed[0] }, () => deed))
  return (on, all) => {
    const [, isOf, deed] = roll(5) < 2 ? [0, () => false, null] as const : pick(each)
    const one = pick(all.filter(isOf))
    return () => (deed && one ? deed(on, one) : asked(on))
  }
}
