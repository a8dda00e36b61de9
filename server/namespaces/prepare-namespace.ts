import { z } from 'zod'
import { defaultLimitsPolicy, LimitsPolicy } from '~/server/admission/limits/limits-policy'
import type { Level } from '~/server/admission/pod-security/decide-level'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from '~/server/admission/pod-security/pod-security-policy'
import { type PoliciesAt, policyNow } from '~/server/admission/policy-now'
import { Find, Handle } from '~/server/api/inputs'
import { containing } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'
import { allowedNow } from '~/server/pairs/pair'
import type { PersonShown } from '~/server/requests/kind'
import { isIsolationLevel, type IsolationLevel } from '~/server/tenants/isolation'
import { costCentreLabel } from './decide-attributes'
import { type ClusterObject, decideObjects, type PerPod } from './decide-objects'
import { attributesOf, type OnNamespace } from './namespace'
import { prefixOf } from './namespaces-policy'

/** `find` is what is typed of whoever is to own it. */
export const PrepareNamespace = z.strictObject({ tenant: Handle, find: Find.default(null) })
/** What somebody should know who says what a namespace is. */
export type PreparedNamespace = {
  prefix: string | null; isolation: IsolationLevel; podSecurity: Level; perPod: PerPod; costCentreNeeded: boolean
  /** Who may own it: whoever holds a role in the tenant, by name; and whether there are more of them than one chooses from. */
  people: PersonShown[]; areMore: boolean
}
const peopleMost = 500

const platformNow = async (at: PoliciesAt) => ({
  podSecurity: (await policyNow(at, 'pod-security', { schema: PodSecurityPolicy, usual: defaultPodSecurityPolicy })).body.level,
  perPod: (await policyNow(at, 'limits', { schema: LimitsPolicy, usual: defaultLimitsPolicy })).body.perPod,
})

export async function prepareNamespace(db: TenantReader, { tenant, find }: z.infer<typeof PrepareNamespace>): Promise<PreparedNamespace> {
  const { isolationLevel } = await db.rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { isolationLevel: true } })
  const held = await db.rows.person.findMany({ where: { AND: [{ disabledAt: null, bindings: { some: { tenantId: tenant, ...heldAt(db.now) } } }, containing(find, 'name', 'email')] }, orderBy: [{ name: 'asc' }, { id: 'asc' }], take: peopleMost + 1, select: { id: true, name: true } })
  const labels = await db.rows.policy.findFirst({ where: { kind: 'labels', tenantId: null, ...heldAt(db.now) }, select: { body: true } })
  const required = labels ? OfLabels.parse(labels.body).required : [{ key: costCentreLabel }]
  return {
    prefix: await prefixOf(db.rows, tenant), isolation: isIsolationLevel(isolationLevel) ? isolationLevel : 4, ...(await platformNow(db)), costCentreNeeded: required.some(({ key }) => key === costCentreLabel),
    areMore: held.length > peopleMost,
    people: held.slice(0, peopleMost).map(({ id, name }) => ({ person: id, name })).sort((one, other) => one.name.localeCompare(other.name, 'en')),
  }
}
const OfLabels = z.object({ required: z.array(z.object({ key: z.string() })) })

/** What it comes to on a cluster, as it stands. */
export async function readObjects(db: TenantReader, { tenant, namespace }: z.infer<typeof OnNamespace>): Promise<ClusterObject[]> {
  const row = await db.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: tenant, id: namespace } } })
  if (!row) throw new Denied('not_found')
  const account = await db.rows.account.findFirstOrThrow({ where: { kind: 'namespace', namespaceId: namespace }, select: { resources: true, nominal: true } })
  const { podSecurity, perPod } = await platformNow(db)
  const limits = Object.fromEntries(account.resources.map((resource, at) => [resource, String(account.nominal[at] ?? 0n)]))
  return decideObjects({ ...attributesOf(row), tenant, name: namespace, platformPodSecurity: podSecurity, perPod, limits, allowed: await allowedNow(db.rows, { tenant, namespace }, new Date()) })
}
