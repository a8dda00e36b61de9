import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defaultAdmissionPolicy } from '~/server/admission/policy'
import { defaultPriorityPolicy } from '~/server/admission/priority/priority-policy'
import { loading } from '~/server/testing/world'

const Count = z.int().min(1).max(100_000)
const Amount = z.coerce.number().int().min(0).max(1_000_000)
const Workload = z.object({ className: z.string(), runtimeMs: Count, priority: z.int(), request: Amount })
const WorkloadsSet = z.object({ count: Count, creationIntervalMs: z.int().min(0), workloads: z.array(Workload).min(1) })
const QueuesSet = z.object({ className: z.string(), count: Count, nominalQuota: Amount, borrowingLimit: Amount, reclaimWithinCohort: z.enum(['Any', 'LowerPriority', 'Never']), workloadsSets: z.array(WorkloadsSet).min(1) })
/** What of Kueue's generator is played here; topologies are not. */
export const Generator = z.object({ cohorts: z.array(z.object({ className: z.string(), count: Count, queuesSets: z.array(QueuesSet).min(1) })).min(1) })
export const Ranges = z.object({ cmd: z.object({ maxWallMs: z.number() }), wlClassesMaxAvgTimeToAdmissionMs: z.record(z.string(), z.number()) })

export type Workload = z.infer<typeof Workload>
export type Queue = { readonly organisation: string; readonly tenant: string; readonly sets: readonly z.infer<typeof WorkloadsSet>[] }
export type Cohort = { readonly organisation: string; readonly capacity: bigint; readonly tenants: readonly { readonly tenant: string; readonly nominal: bigint }[] }
/** Cores, in thousandths. */
const resource = 'cpu'
const milli = (cores: number) => BigInt(cores) * 1000n

/** Cohort to organisation, queue to tenant with its share and what it may borrow, class to priority class. */
export async function makeCohorts({ cohorts }: z.infer<typeof Generator>): Promise<{ person: string; queues: Queue[]; cohorts: Cohort[] }> {
  const person = randomUUID()
  const queues: Queue[] = []
  const made: Cohort[] = []
  const classes = new Map(cohorts.flatMap(({ queuesSets }) => queuesSets.flatMap(({ workloadsSets }) => workloadsSets.flatMap(({ workloads }) => workloads.map(({ className, priority }) => [className, priority] as const)))))
  const priority = {
    ...defaultPriorityPolicy, classes: [...classes].map(([id, value]) => ({ id, title: id, value, preempts: true, preemptible: true, needsApproval: false, reserved: false })), normal: [...classes.keys()][0] ?? '',
  }
  await loading(async (sql) => {
    await sql.query("INSERT INTO person (id, email, name) VALUES ($1, $2, 'Bench')", [person, `${person}@example.test`])
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-test-1', 'Test', 'DE', 'eu') ON CONFLICT DO NOTHING")
    const policy = (tenant: string | null, kind: string, body: object) => sql.query('INSERT INTO policy (id, tenant_id, kind, version, body) VALUES ($1, $2, $3, 1, $4)', [randomUUID(), tenant, kind, JSON.stringify(body)])
    await policy(null, 'priority', priority)
    await policy(null, 'admission', { ...defaultAdmissionPolicy, pendingMax: 10_000 })
    await policy(null, 'limits', { perPod: {} })
    const account = (id: string, kind: string, parent: string, organisation: string, tenant: string | null, namespace: string | null, nominal: bigint, hard: bigint) => sql.query(
      `INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained) VALUES ($1, $2, $3, $4, $5, $6, $7, ARRAY[$8::bigint], ARRAY[$9::bigint], '{0}', '{0}', '{0}')`,
      [id, kind, parent, organisation, tenant, namespace, [resource], nominal, hard])
    for (const [at, { count, queuesSets }] of cohorts.entries()) for (let n = 0; n < count; n++) {
      const organisation = `cohort-${at}-${n}`
      const capacity = queuesSets.reduce((sum, set) => sum + milli(set.count * set.nominalQuota), 0n)
      await sql.query('INSERT INTO organisation (id, title) VALUES ($1, $1)', [organisation])
      await account(`platform/${organisation}`, 'organisation', 'platform', organisation, null, null, capacity, capacity)
      const tenants: { tenant: string; nominal: bigint }[] = []
      for (const [of, set] of queuesSets.entries()) for (let q = 0; q < set.count; q++) {
        const tenant = `${organisation}-${of}-${q}`
        const [nominal, hard] = [milli(set.nominalQuota), milli(set.nominalQuota + set.borrowingLimit)]
        await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) VALUES ($1, $2, $1, 1, 'internal', '{eu-test-1}', '{}')", [tenant, organisation])
        await policy(tenant, 'classes', { classes: [...classes.keys()] })
        await account(`platform/${organisation}/${tenant}`, 'tenant', `platform/${organisation}`, organisation, tenant, null, nominal, hard)
        await sql.query("INSERT INTO namespace (tenant_id, id, title) VALUES ($1, 'work', 'Work')", [tenant])
        await account(`platform/${organisation}/${tenant}/work`, 'namespace', `platform/${organisation}/${tenant}`, organisation, tenant, 'work', nominal, hard)
        tenants.push({ tenant, nominal })
        queues.push({ organisation, tenant, sets: set.workloadsSets })
      }
      made.push({ organisation, capacity, tenants })
    }
  })
  return { person, queues, cohorts: made }
}
