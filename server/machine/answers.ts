/** What is answered, as schemas: the types are those of the concepts, and a schema that lacks or bends one of their fields does not compile. A test parses real answers, strictly. */
import { z } from 'zod'
import { waitBuckets } from '~/server/allocations/decide-wait'
import type { AllocationShown } from '~/server/allocations/allocation'
import { type Changed, failures } from '~/server/allocations/change-allocation'
import { answered } from '~/server/allocations/decide-answered'
import type { Losses as LossesOf } from '~/server/allocations/decide-losses'
import type { Created } from '~/server/allocations/create-allocation'
import type { AskedFor } from '~/server/allocations/asked'
import type { AllocationRead, DecisionShown } from '~/server/allocations/list-allocations'
import type { AllocationUse, LatelyUsed } from '~/server/allocations/use'
import type { Previewed } from '~/server/allocations/preview-allocation'
import type { Line } from '~/server/admission/facts'
import { levelsOfNamespaces } from '~/server/admission/pod-security/decide-level'
import type { Nearest } from '~/server/admission/decide-nearest'
import type { Cost as CostOf } from '~/server/prices/decide-cost'
import { approvingRoles, type Rule as RuleOf } from '~/server/requests/decide-rule'
import { levels } from '~/server/ledger/account'
import { isolationLevels } from '~/server/tenants/isolation'
import { AmountText, Handle, Resource, Version } from '~/server/api/inputs'
import { environments } from '~/server/namespaces/decide-attributes'
import type { NamespaceRead } from '~/server/namespaces/list-namespaces'
import { type NamespaceShown, namespaceStates } from '~/server/namespaces/namespace'
import type { QuotaVersion } from '~/server/quotas/list-history'
import type { QuotaShown } from '~/server/quotas/quota'
import type { Json } from '~/server/shared/canonical'

const Moment = z.iso.datetime().describe('A moment in UTC, as RFC 3339 has it.')
const Id = z.uuid()
const Name = z.string().nullable()
const Whole = z.string().regex(/^-?\d{1,19}$/).describe('A whole number of the smallest unit, in decimal digits.')
/** Whatever a check looked at. */
const Anything = z.custom<Json>((value) => value !== undefined)

const verdict = z.enum(['admit', 'hold', 'refuse'])
const approver = z.enum(['tenant', 'platform']).nullable().describe('Whose yes it waits for.')
const state = z.enum(['waiting', 'held', 'admitted', 'running', 'released', 'withdrawn', 'refused', 'preempted', 'reclaimed', 'expired', 'failed'])

const Allocation = z.strictObject({
  allocation: Id, namespace: Handle, name: Handle, class: Handle, priority: z.int(), state, pods: z.int(), amounts: z.array(z.strictObject({ resource: Resource, amount: AmountText })),
  region: Handle.nullable(), burst: z.boolean(), preemptible: z.boolean(), reserved: z.boolean(), askedBy: Id,
  askedAt: Moment, heldUntil: Moment.nullable(), admittedAt: Moment.nullable(), runningAt: Moment.nullable(), endsAt: Moment.nullable(), endedAt: Moment.nullable(), version: Version,
}) satisfies z.ZodType<AllocationShown>
const TraceLine = z.strictObject({ check: z.string(), outcome: z.enum(['passes', 'holds', 'refuses']), reason: Name, says: Name, warnings: z.array(z.string()), saw: Anything }) satisfies z.ZodType<Line>
const Decision = z.strictObject({ decision: Id, action: z.string(), verdict, reason: Name, answer: z.enum(answered).nullable().describe('What had been said to what was asked of somebody: a no is carried out, too. Null where it answers nobody.'), at: Moment, person: Id.nullable(), trace: z.array(TraceLine) }) satisfies z.ZodType<DecisionShown>
const Part = z.int().min(0).max(1000).nullable().describe('Thousandths of what it has; null is not known, which is not nothing.')
const Times = z.int().min(0).nullable().describe('Thousandths of what it has, more than 1000 where it uses more; null is not known, which is not nothing.')
const Use = z.strictObject({ pods: z.int().describe('So many of its pods are reported.'), gpuUse: Part, cpuUse: Times, memoryUse: Times, reportedAt: Moment.nullable() }) satisfies z.ZodType<AllocationUse>
const AskedAgain = z.strictObject({ each: z.record(Resource, z.string()), models: z.array(z.string()), region: Handle.nullable(), hours: z.int().nullable(), labels: z.record(z.string(), z.string()), waits: z.boolean() }) satisfies z.ZodType<AskedFor>
const Losses = z.strictObject({ times: z.int().min(1), sparedUntil: z.union([Moment, z.literal('its_end')]).nullable().describe('Until then nobody may push it aside; null is that somebody may.') }).describe('It lost its place to others, so often.') satisfies z.ZodType<LossesOf>
const Lately = z.strictObject({ gpuUse: Part, days: z.int().describe('On so many of the last seven days it was measured.') }) satisfies z.ZodType<LatelyUsed>
const AllocationWithDecisions = z.strictObject({
  allocation: Allocation, purpose: z.string(), asked: AskedAgain.nullable().describe('As it was asked.'), theirs: z.boolean().describe('Whether whoever asks may end or extend it.'), names: z.record(Id, z.string()), decisions: z.array(Decision), use: Use, lately: Lately,
  losses: Losses.nullable(), ending: z.strictObject({ person: Id.nullable().describe('Null is the engine.'), because: z.enum([...failures, 'no_room', 'turn_refused']).nullable().describe('Why it failed, that it waited for room until then, or that it was refused when its turn came.') }).nullable(),
  waiting: z.strictObject({
    ahead: z.int().describe('How many wait before it, of those that whoever asks may see.'), usually: z.enum(waitBuckets).nullable().describe('How long one of its class usually waited here.'),
    shut: z.enum(['tenant', 'namespace']).nullable().describe('In what nothing begins just now, whoever has room.'),
    lacks: z.array(z.strictObject({ level: z.enum(levels), resource: Resource, isBeyond: z.boolean().describe('The limit is lower by now than what it asks for: until it is raised it cannot begin, and nobody waits behind it.') })).describe('Where in the tenant there is no room for it.'),
  }).nullable(),
}) satisfies z.ZodType<AllocationRead>
const AllocationMade = z.strictObject({ allocation: Id.nullable(), verdict: z.enum(['admit', 'hold']), reason: Name, says: Name, approver, byRule: z.boolean().describe('A rule of the tenant’s looks at it before anybody is asked.'), heldUntil: Moment.nullable(), endsAt: Moment.nullable() }) satisfies z.ZodType<Created>
const AllocationChanged = z.strictObject({ allocation: Id, state, endsAt: Moment.nullable(), repeats: z.boolean().describe('It was so already, and nothing moved.'), asked: z.boolean().describe('Somebody is asked first: until then it ends when it did.') }) satisfies z.ZodType<Changed>
const NearestChange = z.union([
  z.strictObject({ change: z.literal('fewer_pods'), pods: z.int(), verdict }), z.strictObject({ change: z.literal('fewer_devices'), resource: Resource, amount: AmountText, verdict }),
  z.strictObject({ change: z.literal('shorter'), hours: z.int(), verdict }), z.strictObject({ change: z.literal('other_class'), class: Handle, verdict }),
  z.strictObject({ change: z.literal('other_region'), region: Handle.nullable(), verdict }), z.strictObject({ change: z.literal('later').describe('With `waits` it would begin when there is room.'), verdict }),
]) satisfies z.ZodType<Nearest>
const Decimal = z.string().regex(/^\d+(\.\d+)?$/)
const Range = z.strictObject({ from: Decimal, to: Decimal }).describe('Where the models that would do have different prices, from the least to the most.')
const Rule = z.strictObject({ anyOf: z.array(z.strictObject({ of: z.array(z.enum(approvingRoles)), count: z.int() })).describe('One of these is enough.'), factor: z.enum(['passkey', 'any']) }).describe('Whose yes it needs.') satisfies z.ZodType<RuleOf>
const Cost = z.strictObject({
  currency: z.string(), lines: z.array(z.strictObject({ resource: Resource, count: Decimal, price: Range, perHour: Range })), isolation: z.strictObject({ level: z.literal(isolationLevels), factor: Decimal }),
  hours: z.int().nullable(), perDay: Range, total: Range.nullable(), unpriced: z.array(Resource).describe('What has no price is counted nowhere.'),
}) satisfies z.ZodType<CostOf>
const AllocationPreviewed = z.strictObject({
  verdict, reason: Name, says: Name, trace: z.array(TraceLine), nearest: z.array(NearestChange).describe('What could be changed, one thing at a time, and what would then become of it.'),
  approver, burst: z.boolean(), amounts: z.record(Resource, AmountText), endsAt: Moment.nullable(), devices: Whole.describe('All devices, those of claims in their worst case.'), rule: Rule.nullable(), byRule: z.boolean().describe('A rule of the tenant’s looks at it before anybody is asked.'), cost: Cost.nullable(),
  pieces: z.strictObject({ given: Whole, most: z.int(), minutes: z.int() }).describe('Devices that one person was given within so many minutes without anybody’s yes, and how many that may be.'),
}) satisfies z.ZodType<Previewed>
const Quota = z.strictObject({ namespace: Handle.nullable().describe('Null is the tenant’s own.'), resource: Resource, limit: AmountText, used: AmountText, held: AmountText, unshared: Whole, version: Version,
  lowers: z.strictObject({ to: AmountText, at: Moment.nullable().describe('From when; null is that it has begun.'), since: Moment, by: Name }).nullable().describe('Where it is on its way to, as what is in use ends.') }) satisfies z.ZodType<QuotaShown>
const QuotaThen = z.strictObject({ version: Version, limit: AmountText, from: Moment, to: Moment.nullable(), setBy: Name }) satisfies z.ZodType<QuotaVersion>
const Namespace = z.strictObject({
  name: Handle, title: z.string(), environment: z.enum(environments), costCentre: Name, owner: Id.nullable(), isolation: z.literal(isolationLevels).nullable().describe('Null is as its tenant is kept.'),
  podSecurity: z.enum(levelsOfNamespaces).nullable().describe('Null is as the platform asks of everybody.'), labels: z.record(z.string(), z.string()).describe('What every allocation in it carries without saying so.'),
  version: Version, state: z.enum(namespaceStates).describe('Nothing new begins but in what is open.'), stateSince: Moment.nullable(), createdAt: Moment,
}) satisfies z.ZodType<NamespaceShown>
const OneNamespace = z.strictObject({ ...Namespace.shape, people: z.record(z.string(), z.string()).describe('What those are called whom it names, as far as they are still here.') }) satisfies z.ZodType<NamespaceRead>

/** One page of a list, and the cursor of the next. */
const pageOf = (row: z.ZodType) => z.strictObject({ rows: z.array(row), next: z.string().nullable().describe('The cursor of the next page; null where this is the last.') })

/** By the names under which they are published. */
export const answers = {
  Allocation, AllocationChanged, AllocationMade, AllocationPreviewed, AllocationWithDecisions, Decision, Namespace, NamespaceRead: OneNamespace, NearestChange, Quota, QuotaThen, TraceLine,
  Allocations: pageOf(Allocation), Namespaces: pageOf(Namespace), Quotas: pageOf(Quota), QuotaHistory: z.array(QuotaThen),
} as const satisfies Record<string, z.ZodType>
