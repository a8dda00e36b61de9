/**
 * Whom a wish pushes aside: where its class may, and there is no room, as few as can be of what runs in the same organisation, of these the lowest in priority, and of these
 * the youngest; never what is reserved, what may not be pushed aside, or what lost its place too often already or not long ago.
 */
import { type AccountFacts, standingOf } from '~/server/ledger/account'
import { decideFewest } from '~/server/ledger/decide-fewest'
import { goesFirst, isSpared, type Lent, type Peace, reclaimedMost } from '~/server/ledger/decide-reclaim'
import type { NodeRow } from '~/server/placement/decide-node'
import { decideVictims, without } from '~/server/placement/decide-victims'
import type { Placement, Want } from '../placement/decide-placement'
import { toleratedOf } from '../placement/decide-tolerated'

/** What runs and may be pushed aside, and where it is charged and stands. */
export type Pushable = Lent & { readonly account: string; readonly placement: Placement | null }
/** As many as are kept with a decision. */
export const pushableMost = 32
export type Pushables = { readonly all: readonly Pushable[]; readonly nodes: readonly NodeRow[] }
/** What is looked for: below whom, under which account, and in which regions where it is nodes that lack room. */
export type Pushing = { readonly below: number; readonly under: string; readonly regions: readonly string[] | null }
export type Lack = { readonly account: string; readonly resource: string; readonly missing: bigint }

/** By how much each account on the way lacks room: from the widest down. Null where no ceiling on the way would ever take it, where others wait who come first, or where a resource is not known. */
export function lackingIn(accounts: readonly AccountFacts[], wanted: Readonly<Record<string, string>>, ahead: readonly string[]): readonly Lack[] | null {
  const lacks: Lack[] = []
  for (const account of accounts) for (const [resource, text] of Object.entries(wanted)) {
    const requested = BigInt(text)
    if (requested === 0n) continue
    const standing = standingOf(account, resource)
    if (!standing && account.level === 'class') continue
    if (!standing || requested > standing.hard || ahead.includes(`${account.id} ${resource}`)) return null
    const missing = standing.used + standing.held + standing.unexplained + requested - standing.hard
    if (missing > 0n) lacks.push({ account: account.id, resource, missing })
  }
  return lacks
}

const isUnder = ({ account }: Pushable, id: string) => account === id || account.startsWith(`${id}/`)
const eligible = ({ all }: Pushables, priority: number, peace: Peace) => all.filter((one) => one.priority < priority && !isSpared(one, peace)).sort(goesFirst)

export function decideAside(lacks: readonly Lack[], pushables: Pushables, priority: number, peace: Peace): readonly Pushable[] | null {
  const needs = lacks.map(({ account, resource, missing }) => ({ missing, frees: (one: Pushable) => (isUnder(one, account) ? BigInt(one.amounts[resource] ?? '0') : 0n) }))
  return decideFewest(needs, eligible(pushables, priority, peace).filter((one) => needs.some(({ frees }) => frees(one) > 0n)), reclaimedMost)
}

/** For one pod, on one node: room is made where it takes the fewest, after those who go anyway. All pods of several would have to find theirs in one cluster; they wait. */
export function decideAsideOnNodes(want: Want, pushables: Pushables, gone: readonly Pushable[], priority: number, peace: Peace): { readonly victims: readonly Pushable[]; readonly placement: Placement } | null {
  const { shape, pods, allowed, tolerations, unplaceable } = want
  if (shape === null || pods !== 1 || unplaceable.length > 0) return null
  const running = (of: readonly Pushable[]) => of.flatMap((one) => (one.placement?.pods ?? []).map(({ node, gpus }, at) => ({
    id: `${one.allocation} ${at}`, node, gpus, shape: { cpuMilli: one.placement?.each.cpuMilli ?? 0, memoryBytes: one.placement?.each.memoryBytes ?? 0, gpuMilli: one.placement?.each.gpuMilli ?? 0, gpus: gpus.length, models: 'any' as const, gpuMemoryBytes: 0 },
    priority: one.priority, startedAt: new Date(one.since),
  })))
  const left = running(gone)
  const nodes = pushables.nodes.map((row) => ({ ...row, ...without(row, left.filter(({ node }) => node === row.id)) }))
  // What stands on several nodes frees all of them, and counts on each for what it has there.
  const others = eligible(pushables, priority, peace).filter((one) => !gone.includes(one))
  const tolerates = toleratedOf([...new Set(nodes.flatMap(({ taints }) => taints))], tolerations)
  const made = decideVictims(nodes, running(others), { shape, allowed: { ...allowed, tolerates } })
  const node = nodes.find(({ id }) => id === made?.node)
  if (!made || !node) return null
  const victims = others.filter(({ allocation }) => made.victims.some((id) => id.startsWith(`${allocation} `)))
  return { victims, placement: { region: node.region ?? '', cluster: node.cluster, each: { cpuMilli: shape.cpuMilli, memoryBytes: shape.memoryBytes, gpuMilli: shape.gpuMilli }, pods: [{ node: node.id, gpus: made.gpus }] } }
}
