/** Tries every promise and writes down how it stood. Killed between any two lines, it is tried again with the next turn: what is tried never happened. */
import { policyFrom } from '~/server/admission/policy'
import type { Transaction } from '~/server/database/client'
import { isToEnd, underLease } from '~/server/database/lease'
import { raise } from '~/server/database/raise'
import { rehearsing } from '~/server/database/rehearse'
import { log } from '~/server/logs/log'
import type { Json } from '~/server/shared/canonical'
import { type ControlId, controlIds, promiseOf } from './catalogue'
import { type ControlState, decideProof, type Seen } from './decide-control'
import { type Keepers, keepers } from './keepers'
import { lastChecks } from './list-controls'
import type { Ground, Probe } from './probe'
import { admissionProbes } from './probe-admission'
import { caseProbes } from './probe-cases'
import { doorProbes } from './probe-door'
import { keyProbes } from './probe-keys'
import { levelProbes } from './probe-levels'
import { residencyProbes } from './probe-residency'
import { reviewProbes } from './probe-reviews'
import { retentionProbes } from './probe-retention'
import { rowProbes } from './probe-rows'

/** A promise that nothing tries does not compile. */
const probes: Readonly<Record<ControlId, Probe>> = { ...rowProbes, ...keyProbes, ...levelProbes, ...doorProbes, ...admissionProbes, ...residencyProbes, ...retentionProbes, ...reviewProbes, ...caseProbes }

export type Tried = { readonly control: ControlId; readonly state: ControlState; readonly seen: Seen }
const failed: Seen = { forbidden: 'could_not_try', allowed: 'could_not_try' }

async function tryOne(control: ControlId, ground: Ground): Promise<Tried> {
  try {
    const seen = await probes[control](ground)
    return { control, seen, state: decideProof(promiseOf(control).refusedAs, seen) }
  } catch (thrown) {
    log.error('a promise could not be tried', { control, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    return { control, seen: failed, state: 'unknown' }
  }
}

export async function tryControls(now: Date, kept: Keepers = keepers): Promise<Tried[]> {
  return rehearsing(async (rehearse) => {
    const said = await rehearse(({ run }) => run('SELECT kind, body FROM policy WHERE tenant_id IS NULL AND valid_from <= now() AND (valid_to IS NULL OR valid_to > now())'))
    const ground: Ground = { rehearse, now, keepers: kept, policy: policyFrom(said.map(({ kind, body }) => ({ tenant: null, kind: String(kind), body: body as Json }))) }
    const tried: Tried[] = []
    for (const control of controlIds) if (!isToEnd()) tried.push(await tryOne(control, ground))
    return tried
  })
}

export async function probeControls(lease: string, kept: Keepers = keepers): Promise<void> {
  const tried = await tryControls(new Date(), kept)
  await underLease(lease, { loop: 'control' }, (sql) => keep(sql, tried))
}

async function keep(sql: Transaction, tried: readonly Tried[]): Promise<void> {
  const last = await lastChecks(sql)
  const [{ now } = { now: new Date() }] = await sql.$queryRaw<{ now: Date }[]>`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`
  for (const { control, state, seen } of tried) {
    const before = last.find((one) => one.control === control)
    if (before?.state === state) await sql.controlCheck.update({ where: { control_since: { control, since: before.since } }, data: { ...seen, checkedAt: now } })
    else await sql.controlCheck.create({ data: { control, state, ...seen, since: now, checkedAt: now } })
    if (state === 'violated' && before?.state !== 'violated') await raise(sql, 'control.violated', { control, ...seen })
  }
}
