/**
 * How things would have stood for a decision if something that it saw had not been there. Nothing of its facts changes but what these hold: what they use of the accounts on their way, the places
 * that they take on nodes, and themselves among what could give way. What is not known of a node is taken for full, so that what is given back there is the least that would have been free.
 */
import type { State } from '~/server/admission/facts'
import type { FleetFacts, Placement } from '~/server/admission/placement/decide-placement'
import type { AccountFacts } from '~/server/ledger/account'
import { after } from '~/server/placement/decide-feasible'
import type { Candidate, NodeRow } from '~/server/placement/decide-node'

export type Amounts = Readonly<Record<string, bigint>>
/** What something holds: in which accounts, how much of each resource, and where it stands. `nodes` are those as they were when it was placed. */
export type Share = { readonly allocation: string | null; readonly tenant: string; readonly path: readonly string[]; readonly used: Amounts; readonly held: Amounts; readonly placement: Placement | null; readonly nodes: readonly NodeRow[] }
export type Otherwise = { readonly back: readonly Share[]; /** What would be there instead. */ readonly taken: readonly Share[]; /** Whoever waits ahead would have begun. */ readonly nobodyAhead: boolean }

export function givenBack(state: State, pods: number, otherwise: Otherwise): State {
  const { back, nobodyAhead } = otherwise
  const gone = new Set(back.map(({ allocation }) => allocation))
  const lent = state.lent && { ...state.lent, all: state.lent.all.filter(({ allocation }) => !gone.has(allocation)), above: aboveWithout(state.lent.above, back) }
  return {
    ...state, lent, accounts: state.accounts.map((account) => accountIn(account, otherwise)), ahead: nobodyAhead ? [] : state.ahead, fleet: fleetIn(state.fleet, pods, otherwise),
    ...(state.aside ? { aside: { ...state.aside, all: state.aside.all.filter(({ allocation }) => !gone.has(allocation)) } } : {}),
  }
}

const most = (one: bigint, other: bigint) => (one > other ? one : other)
const sumOf = (shares: readonly Share[], account: string, which: 'used' | 'held', resource: string): bigint =>
  shares.reduce((sum, share) => sum + (share.path.includes(account) ? (share[which][resource] ?? 0n) : 0n), 0n)
function accountIn(account: AccountFacts, { back, taken }: Otherwise): AccountFacts {
  const left = (was: string, which: 'used' | 'held', resource: string) => `${most(BigInt(was) - sumOf(back, account.id, which, resource), 0n) + sumOf(taken, account.id, which, resource)}`
  return { ...account, standing: Object.fromEntries(Object.entries(account.standing).map(([resource, [nominal, hard, used, held, unexplained]]) => [resource, [nominal, hard, left(used, 'used', resource), left(held, 'held', resource), unexplained]])) }
}

type Above = NonNullable<State['lent']>['above']
const aboveWithout = (above: Above, back: readonly Share[]): Above => Object.fromEntries(Object.entries(above).map(([tenant, of]) => [tenant, Object.fromEntries(Object.entries(of).map(([resource, amount]) =>
  [resource, `${most(BigInt(amount) - back.reduce((sum, share) => sum + (share.tenant === tenant ? (share.used[resource] ?? 0n) : 0n), 0n), 0n)}`]))]))

const wholeGpu = 1_000
/** Of no node in any fleet: whoever proposes a node that changed is not believed which of its GPUs are free. */
const [changed, offered] = [-1, -2]
function fleetIn(fleet: FleetFacts, pods: number, { back, taken }: Otherwise): FleetFacts {
  const rows = new Map(fleet.rows.map((row) => [row.id, row]))
  const offers = new Map<string, Candidate>()
  for (const { placement, nodes } of back) for (const { node, gpus } of placement?.pods ?? []) {
    const known = rows.get(node) ?? full(nodes.find(({ id }) => id === node))
    if (!known || !placement) continue
    const { cpuMilli, memoryBytes, gpuMilli } = placement.each
    rows.set(node, moved(known, { cpuMilli: -cpuMilli, memoryBytes: -memoryBytes, gpuMilli: -gpuMilli }, gpus))
    offers.set(node, { id: node, version: offered, gpus: [] })
  }
  for (const { placement } of taken) for (const { node, gpus } of placement?.pods ?? []) {
    const known = rows.get(node)
    if (known && placement) rows.set(node, moved(known, placement.each, gpus))
  }
  const [first] = offers.values()
  const lacking = first ? Array.from({ length: Math.max(0, pods - fleet.proposals.length) }, () => first) : []
  return { ...fleet, proposals: [...fleet.proposals, ...lacking], spares: [...fleet.spares, ...offers.values()], rows: [...rows.values()] }
}
const full = (row: NodeRow | undefined): NodeRow | undefined => row && { ...row, cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: row.gpuMilliFree.map(() => 0) }
function moved(row: NodeRow, each: Placement['each'], gpus: readonly number[]): NodeRow {
  const { cpuMilliFree, memoryBytesFree, gpuMilliFree } = after(row, { ...each, gpus: gpus.length, models: 'any', gpuMemoryBytes: 0 }, gpus)
  return { ...row, version: changed, cpuMilliFree: Math.max(0, cpuMilliFree), memoryBytesFree: Math.max(0, memoryBytesFree), gpuMilliFree: gpuMilliFree.map((free) => Math.min(wholeGpu, Math.max(0, free))) }
}
