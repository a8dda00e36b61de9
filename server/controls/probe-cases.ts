/** What is told of conduct, who judges it, and who may bind a tenant: the rows in the database itself, and what a rule sees by the rule itself, folded as the engine folds it. */
import { randomUUID } from 'node:crypto'
import { squattingMs } from '~/server/cases/decide-use'
import { fold } from '~/server/cases/fold'
import { type Rehearsal, rehearseLoop } from '~/server/database/rehearse'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Keepers } from './keepers'
import type { Probe } from './probe'
import { both, came, people, places } from './probe-rows'

/** A case of a tenant that nobody but this transaction ever sees, and two people who could see to it. */
async function openCase(on: Rehearsal): Promise<{ id: string; tenant: string; one: string; other: string }> {
  const [{ tenant }] = await places(on)
  const [[one, other], id] = [await people(on), randomUUID()]
  await on.say({ 'app.loop': 'watch' })
  await on.run("INSERT INTO case_file (id, tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, $2, 'allocations.squatting', 1, false, now(), now())", [id, tenant])
  return { id, tenant, one, other }
}
const close = (outcome: string | null) => async (on: Rehearsal) => {
  const { id, one } = await openCase(on)
  await on.say({ 'app.platform': 'on', 'app.person_id': one })
  return came(on.run('UPDATE case_file SET closed_at = now(), closed_by = $2, outcome = $3 WHERE id = $1', [id, one, outcome]))
}
const sign = (by: 'taker' | 'other') => async (on: Rehearsal) => {
  const { id, tenant, one, other } = await openCase(on)
  await on.say({ 'app.platform': 'on', 'app.person_id': one, 'app.tenant_id': tenant, 'app.namespaces': '*' })
  await on.run("INSERT INTO case_step (case_id, tenant_id, kind, taken_at, taken_by, due_at, hours) VALUES ($1, $2, 'suspend', now(), $3, now() + interval '1 day', 1)", [id, tenant, one])
  const signer = by === 'taker' ? one : other
  await on.say({ 'app.platform': 'on', 'app.person_id': signer, 'app.tenant_id': tenant, 'app.namespaces': '*' })
  return came(on.run("UPDATE case_step SET signed_at = taken_at, effective_at = taken_at, due_at = taken_at + interval '1 hour', signed_by = $2 WHERE case_id = $1", [id, signer]))
}
const closeIncident = (isAnswered: boolean) => async (on: Rehearsal) => {
  const [[one], id] = [await people(on), randomUUID()]
  await on.say({ 'app.platform': 'on', 'app.person_id': one })
  await on.run("INSERT INTO incident (id, title, severity, playbook, seen, aware_at, opened_at, opened_by, changed_at) VALUES ($1, 'Probe', 'low', 'probe', 'Probe', now(), now(), $2, now())", [id, one])
  if (isAnswered) await on.run("UPDATE incident SET answer = 'not_needed', answer_note = 'Probe', answered_at = now(), answered_by = $2 WHERE id = $1", [id, one])
  return came(on.run("UPDATE incident SET closed_at = now(), closed_by = $2, summary = 'Probe' WHERE id = $1", [id, one]))
}

/** Whether a case stands of what was unused for so long and heard of just now. */
const foundAfter = ({ judgeUse }: Keepers, unusedMs: number, now: Date): Promise<string> => rehearseLoop(async (sql, on) => {
  const tenant = `probe-${randomUUID().slice(0, 12)}`
  await on({ platform: true })
  await sql.$executeRaw`INSERT INTO organisation (id, title, created_at) VALUES (${tenant}, ${tenant}, ${now})`
  await sql.$executeRaw`INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance, created_at) VALUES (${tenant}, ${tenant}, ${tenant}, 1, 'internal', '{probe}', '{}', ${now})`
  await on({ loop: 'watch' })
  const since = now.getTime() - unusedMs
  const kind = judgeUse({ lowSince: since, idleSince: since, seenAt: now.getTime() }, false)
  await fold(sql, kind === null ? [] : [{ kind, tenant, name: tenant, body: {} }], now)
  return (await sql.caseFile.count({ where: { tenantId: tenant, kind: 'allocations.squatting' } })) === 1 ? 'case_opened' : done
})

export const caseProbes = {
  'cases.found': async ({ keepers, now }) => ({ forbidden: await foundAfter(keepers, squattingMs, now), allowed: await foundAfter(keepers, squattingMs - 1, now) }),
  'cases.judged': both(close(null), close('benign')),
  'cases.by_two': both(sign('taker'), sign('other')),
  'incidents.answered': both(closeIncident(false), closeIncident(true)),
} as const satisfies Partial<Record<ControlId, Probe>>
