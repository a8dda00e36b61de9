import type { Moment, Outlook, Told, Turned } from '~/server/admission/suppose'
import { asItIs, type Otherwise, ownMost, type Supposing, suppose } from '~/server/admission/suppose'
import { Denied } from '~/server/authorization/denied'
import type { AccountRow, AllocationRow } from '~/server/database/lane'
import { decideBinds } from '~/server/quotas/decide-binds'
import type { Answered, DemandTold, Figures, LimitAnswered, Turn } from './answer'
import { decideSupposed, type SupposedDecision } from './decide-supposed'
import { supposeOf, type Supposition, wishOf } from './supposition'

const gpu = 'nvidia.com/gpu'

/** As it is and as it would be, at one moment, by the deciders that decide: nothing is written, and nobody is kept waiting for it. */
export const whatIf: Supposing<Supposition, Answered> = {
  supposes: (permit, { tenant, limits, demands, without }) => {
    // A tenant’s own figures are for whoever reaches all of it.
    if (permit.namespaces !== '*') throw new Denied('not_found')
    const about = [...new Set([...limits.flatMap(({ namespace }) => namespace ?? []), ...demands.map(({ namespace }) => namespace)])]
    return suppose(permit, about, (moment) => {
      const there = limits.filter((line) => rowOf(moment, line.namespace) !== undefined && knows(moment, line.resource))
      const isRaised = there.some(({ namespace, resource, limit }) => namespace === null && BigInt(limit) > amount(rowOf(moment, null), 'hard', resource))
      const otherwise: Otherwise = { account: supposeOf(tenant, there), isGone: ({ model }) => model !== null && without.includes(model), above: isRaised ? 'granted' : 'asked' }
      const isOtherwise = there.length > 0 || without.length > 0
      const wishes = demands.map((demand, at) => wishOf(tenant, demand, at, labelsIn(moment, demand.namespace)))
      return {
        worlds: isOtherwise ? [asItIs, otherwise] : [asItIs], wishes,
        answer: ([before, after = before]) => {
          if (!before || !after) throw new Error('one world at least was looked into')
          const decisions = decideSupposed(stateOf(moment, limits), limits.map(({ limit, ...line }) => ({ ...line, limit: BigInt(limit) })))
          return {
            asOf: `${moment.now.slice(0, 19)}Z`, above: otherwise.above,
            limits: limitsOf(moment, after, limits.map((line, at) => ({ ...line, decision: decisions[at] }))),
            demands: demands.map((_, at) => ({ before: demandOf(before.told[at] ?? null, 'asked'), after: demandOf(after.told[at] ?? null, otherwise.above) })),
            waiting: named(moment, after.waiting.keys()).map((one) => ({ ...one, before: turnOf(before.waiting.get(one.allocation)), after: turnOf(after.waiting.get(one.allocation)) })),
            displaced: named(moment, after.finds.keys()).map((one) => ({ ...one, pods: moment.own.get(one.allocation)?.pods ?? 0, finds: after.finds.get(one.allocation) ?? false })),
            givesWay: [...after.givesWay.values()].filter(({ id }) => !before.givesWay.has(id) || !isOtherwise).map(namedOf),
            isPart: [...moment.own.values()].filter(({ state }) => state === 'waiting').length === ownMost || [...moment.own.values()].filter(({ state }) => state !== 'waiting').length === ownMost,
          }
        },
      }
    })
  },
}

const rowOf = ({ accounts, closed }: Moment, namespace: string | null): AccountRow | undefined =>
  accounts.find((row) => (namespace === null ? row.kind === 'tenant' : row.kind === 'namespace' && row.namespace_id === namespace && !closed.has(namespace)))
const knows = (moment: Moment, resource: string) => rowOf(moment, null)?.resources.includes(resource) ?? false
const amount = (row: AccountRow | undefined, which: 'nominal' | 'hard' | 'used' | 'held' | 'unexplained', resource: string) => BigInt(row?.[which][row.resources.indexOf(resource)] ?? 0)

function stateOf(moment: Moment, limits: Supposition['limits']) {
  const own = rowOf(moment, null)
  const namespaces = moment.accounts.filter(({ kind }) => kind === 'namespace')
  return {
    tenantFrozen: moment.frozen,
    own: new Map((own?.resources ?? []).map((resource) => [resource, { limit: amount(own, 'nominal', resource), given: namespaces.reduce((sum, row) => sum + amount(row, 'nominal', resource), 0n) }])),
    lines: limits.map(({ namespace, resource }) => {
      const row = rowOf(moment, namespace)
      return row && knows(moment, resource) ? { limit: amount(row, 'nominal', resource), used: amount(row, 'used', resource), held: amount(row, 'held', resource), version: BigInt(row.version), open: null } : null
    }),
  }
}

type Line = Supposition['limits'][number] & { readonly decision: SupposedDecision | undefined }
/** Those that are supposed, in their order, and then whatever else is moved by it, with the tenant’s own of each. */
function limitsOf(moment: Moment, after: Outlook, lines: readonly Line[]): LimitAnswered[] {
  const figures = (row: AccountRow | undefined, resource: string): Figures => {
    const [used, held] = [amount(row, 'used', resource), amount(row, 'held', resource)]
    const free = amount(row, 'hard', resource) - used - held - amount(row, 'unexplained', resource)
    return { limit: `${amount(row, 'nominal', resource)}`, used: `${used}`, held: `${held}`, free: `${free > 0n ? free : 0n}` }
  }
  const shown = (row: AccountRow, resource: string, line?: Line): LimitAnswered => {
    const then = after.accounts.get(row.id)
    const is: AccountRow = then ? { ...then.row, used: then.used.map(String), held: then.held.map(String), unexplained: then.unexplained.map(String) } : row
    const over = amount(is, 'used', resource) + amount(is, 'held', resource) + amount(is, 'unexplained', resource) - amount(is, 'hard', resource)
    return {
      namespace: row.namespace_id, resource, version: row.version, before: figures(row, resource), after: figures(is, resource), over: `${over > 0n ? over : 0n}`, supposed: line !== undefined,
      refusal: line?.decision?.refusal ?? null, least: `${line?.decision?.least ?? 0n}`, most: line?.decision?.most === null || line === undefined ? null : `${line.decision?.most ?? 0n}`,
    }
  }
  const supposed = lines.flatMap((line): LimitAnswered[] => {
    const row = rowOf(moment, line.namespace)
    if (row) return [shown(row, line.resource, line)]
    const none = { limit: '0', used: '0', held: '0', free: '0' }
    return [{ namespace: line.namespace, resource: line.resource, version: '1', before: none, after: none, over: '0', supposed: true, refusal: 'not_found', least: '0', most: null }]
  })
  const isTold = (one: LimitAnswered) => supposed.some(({ namespace, resource }) => namespace === one.namespace && resource === one.resource)
  const others = moment.accounts.filter(({ kind }) => kind !== 'class').flatMap((row) => row.resources.map((resource) => shown(row, resource))).filter((one) => !isTold(one))
  const moved = others.filter(({ before, after: then }) => JSON.stringify(before) !== JSON.stringify(then))
  const about = new Set([...supposed, ...moved].map(({ resource }) => resource))
  return [...supposed, ...others.filter((one) => moved.includes(one) || (one.namespace === null && about.has(one.resource)))]
}

/** Of the organisation nothing is told where it was taken for granted. */
function demandOf(told: Told, above: Otherwise['above']): DemandTold {
  if (told === null) return null
  const { verdict, reason, says, approver, burst, nearest } = told.previewed
  return { verdict, reason, says, approver, burst, nearest, levels: decideBinds(told.fits.filter(({ resource, level }) => resource === gpu && (above === 'asked' || level !== 'organisation')), '*') }
}
const turnOf = (turned: Turned | undefined): Turn => ({
  becomes: turned?.becomes ?? null,
  lacks: [...(turned?.lacks ?? [])].reverse().map((pair) => {
    const [account = '', resource = ''] = pair.split(' ')
    return { level: ['platform', 'organisation', 'tenant', 'namespace', 'class'][account.split('/').length - 1] ?? 'class', resource }
  }),
})

const namedOf = ({ id, name, namespace_id: namespace }: AllocationRow) => ({ allocation: id, name, namespace })
const named = ({ own }: Moment, ids: Iterable<string>) => [...ids].flatMap((id) => { const row = own.get(id); return row ? [namedOf(row)] : [] })

/** As they were said when somebody last asked there. */
function labelsIn({ own }: Moment, namespace: string): Readonly<Record<string, string>> {
  const last = [...own.values()].filter((row) => row.namespace_id === namespace && row.asked !== null).sort((one, other) => (one.asked_at < other.asked_at ? 1 : -1))[0]
  return last?.asked ? ((JSON.parse(last.asked) as { labels?: Record<string, string> }).labels ?? {}) : {}
}
