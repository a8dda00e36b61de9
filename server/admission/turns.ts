/**
 * Who waits, and what is lent: a batch of an organisation in which somebody waits settles first what gives back, and then those who wait and those who come, each in their
 * turn. Who is about to begin, and whoever gives its place back, is held like everything else, later and without waiting for it.
 */
import type { AllocationRow, Looking } from '~/server/database/lane'
import { firstLook, type Queued, type QueueRow, type Spared } from '~/server/database/lane-queue'
import { startAllocation } from '~/server/allocations/start-allocation'
import { peaceOf, peaceSince, preemptedMost } from '~/server/ledger/decide-reclaim'
import { type Holding, holdingOf, roomsOf } from './accounts-held'
import type { Decider, Seen } from './decider'
import { beyond, decideTurnsOfMany, inTurn, lacking, rankOf, type Step, type Turn } from './decide-order'
import { inOrder, keyOf, lentOf, standingOn } from './giving'
import { addNew, type Held, pathOf, wayTo } from './held'
import type { By, Item, Settled } from './item'
import type { Giving, Known } from './known'
import { distinct, readLately, sumsOf, recipientsOf } from './lately'
import { nodesOf, placementOf } from './nodes-held'
import type { Wish } from './facts'
import { isOpenTo, type LentThere, lentNodesMost } from './placement/decide-lent-nodes'
import type { Want } from './placement/decide-placement'
import type { Planned } from './placement/rounds'
import { believedMs, keyOfWant, lentWhere, type Plan, seekAtOnce } from './placement/seek'
import type { PolicyShelf } from './policy-shelf'
import { pushableMost, type Pushables, type Pushing } from './priority/decide-aside'

/** As many as a batch is of those who ask. */
const beginMost = 64
/** So many are looked at in one batch for what of their own is lent to others, and so many for whom they may push aside. */
const reclaimMost = 8

export const queueOf = (lane: Looking, { lookedAt }: Known, organisation: string): Promise<Queued> => lane.queue(organisation, lookedAt.get(organisation) ?? firstLook)
export const isNewcomer = ({ decider, input }: Item): boolean => decider.hasTurn === true || 'class' in decider.seeks(input as never)
export type Left = { readonly tenant: string; readonly allocation: string }

/** The batch, as far as whoever waits is of it. */
type Batch = {
  readonly held: Held
  readonly changed: ReadonlyMap<string, AllocationRow>
  readonly queues: Map<string, Queued>
  readonly now: string
  readonly isPlayed: boolean
  readonly window: number
  readonly shelf: PolicyShelf
  readonly settle: (planned: Planned<Item>) => Settled | 'again'
}

export class Turns {
  readonly #batch: Batch
  #ahead = new Set<string>()
  #lent = new Map<string, readonly AllocationRow[]>()
  /** What of it stands where somebody could, by what they want, as text. */
  #lentThere = new Map<string, readonly AllocationRow[]>()
  /** By what was looked for, as text: one who is lower elsewhere takes nobody's place in the list. */
  #aside = new Map<string, readonly AllocationRow[]>()
  /** What of it all mattered to somebody. */
  #mattered = new Map<string, { lent: boolean; wantedBack: Map<string, Want>; pushing: Map<string, Pushing> }>()
  /** Who waits and found no node. */
  readonly foundNone: string[] = []
  /** Null where no node is chosen; who is not in here was not looked for. */
  #plans = new Map<string, Plan | null>()
  /** Of what is asked about one allocation, each thing may place something else. */
  #plansFor = new Map<Item, Plan | null>()
  readonly left: Left[] = []
  constructor(batch: Batch) { this.#batch = batch }

  /** Nobody was looked at who waits or could give way. */
  get isUnused(): boolean { return this.left.length === 0 && this.#lent.size === 0 && this.#lentThere.size === 0 && this.#aside.size === 0 }

  aheadOn(path: readonly { readonly row: { readonly id: string } }[]): string[] {
    return this.#ahead.size === 0 ? [] : [...this.#ahead].filter((pair) => path.some(({ row }) => pair.startsWith(`${row.id} `))).sort()
  }

  /** Whoever came and waits from now on holds up everybody who is decided after it. */
  holdUp(path: readonly Holding[], row: AllocationRow): void { if (!isBeyond(path, row)) for (const pair of lackingOn(path, row)) this.#ahead.add(pair) }

  lentTo({ organisation, tenant }: Pick<By, 'organisation' | 'tenant'>): Seen['lent'] {
    const rows = this.#lent.get(organisation)
    if (!rows) return null
    this.#noteMattered(organisation).lent = true
    return this.#lentFacts(organisation, this.#others(rows, tenant).map(lentOf))
  }

  /** With what stands where it could be; and what was looked at for want of room, where that matters, too. Null where nobody looked for just this. */
  lentThere({ organisation, tenant }: Pick<By, 'organisation' | 'tenant'>, want: Want, forRoom: boolean): Seen['lent'] {
    const rows = this.#lentThere.get(keyOfWant(want))
    if (!rows) return null
    this.#noteMattered(organisation).wantedBack.set(keyOfWant(want), want)
    const { nodes } = this.#batch.held
    const all = this.#others([...new Set([...(forRoom ? (this.#lent.get(organisation) ?? []) : []), ...rows])], tenant)
    const open = all.flatMap(({ placement }) => nodesOf(placement)).filter((id) => nodes.rows([id]).some((row) => isOpenTo(want, row)))
    const looked = new Set([...new Set(open)].slice(0, lentNodesMost))
    return { ...this.#lentFacts(organisation, all.map((row) => standingOn(row, looked))), nodes: nodes.rows([...looked].sort()) }
  }

  #others(rows: readonly AllocationRow[], tenant: string): readonly AllocationRow[] { return rows.filter((row) => row.tenant_id !== tenant && !this.#batch.changed.has(row.id)) }
  #lentFacts(organisation: string, all: readonly LentThere[]): NonNullable<Seen['lent']> {
    const above = (of: string) => {
      const held = this.#batch.held.accounts.get(pathOf(organisation, of))
      return Object.fromEntries([...roomsOf(held ? [held] : []).values()].flatMap((rooms) => [...rooms].map(([resource, { taken, nominal }]) => [resource, String(taken > nominal ? taken - nominal : 0n)])))
    }
    return { all, above: Object.fromEntries([...new Set(all.map(({ tenant }) => tenant))].sort().map((of) => [of, above(of)])) }
  }

  /** Whom a wish could push aside, of those who were looked at: as many as are kept with a decision. Null where nobody looked for just this. */
  asideFor({ organisation }: Pick<By, 'organisation'>, pushing: Pushing): Pushables | null {
    const key = keyOf(organisation, pushing)
    const rows = this.#aside.get(key)
    if (!rows) return null
    this.#noteMattered(organisation).pushing.set(key, pushing)
    const all = rows.filter((row) => row.priority < pushing.below && !this.#batch.changed.has(row.id))
      .map((row) => ({ ...lentOf(row), account: row.account_id, placement: row.placement === null ? null : placementOf(row.placement) }))
    return { all, nodes: this.#batch.held.nodes.rows([...new Set(all.flatMap(({ placement }) => placement?.pods.map(({ node }) => node) ?? []))].sort()) }
  }

  #noteMattered(organisation: string): { lent: boolean; wantedBack: Map<string, Want>; pushing: Map<string, Pushing> } {
    const known = this.#mattered.get(organisation) ?? { lent: false, wantedBack: new Map<string, Want>(), pushing: new Map<string, Pushing>() }
    this.#mattered.set(organisation, known)
    return known
  }
  /** What of what was looked for mattered to anybody. */
  mattered(organisation: string): Giving | null {
    const known = this.#mattered.get(organisation)
    return known ? { lent: known.lent, wantedBack: [...known.wantedBack.values()], pushing: [...known.pushing.values()] } : null
  }
  /** Holds what could give way, and all that it is about. */
  async lookFor(lane: Looking, organisation: string, { lent, wantedBack, pushing }: Giving): Promise<void> {
    if (lent) await this.#lend(lane, organisation)
    await this.#lendThere(lane, organisation, wantedBack)
    const sought = [...new Map(pushing.map((one) => [keyOf(organisation, one), one])).values()]
    const found = await Promise.all(sought.map((one) => lane.pushable(organisation, { ...one, most: pushableMost }, this.#spared)))
    const taken = await this.#takeAll(lane, organisation, found.flat(), (ids) => lane.takePushable(ids))
    for (const [at, one] of sought.entries()) this.#aside.set(keyOf(organisation, one), inOrder(found[at] ?? [], taken))
  }
  /** Where each could be is asked of the copy of the fleet; whether they could is looked at again, under the locks. */
  async #lendThere(lane: Looking, organisation: string, wantedBack: readonly Want[]): Promise<void> {
    const wants = [...new Map(wantedBack.map((want) => [keyOfWant(want), want]))]
    const found = await Promise.all(wants.map(([, want]) => lane.lentThere(organisation, lentWhere(this.#batch.held.known.mirror, want), lentNodesMost, this.#spared)))
    const taken = await this.#takeAll(lane, organisation, found.flat(), (ids) => lane.takeLent(ids))
    for (const [at, [key]] of wants.entries()) this.#lentThere.set(key, inOrder(found[at] ?? [], taken))
  }
  async #takeAll(lane: Looking, organisation: string, rows: readonly QueueRow[], take: (ids: readonly string[]) => Promise<AllocationRow[]>): Promise<ReadonlyMap<string, AllocationRow>> {
    const each = [...new Map(rows.map((row) => [row.id, row])).values()]
    return new Map((each.length === 0 ? [] : await this.#take(lane, organisation, each, take)).map((row) => [row.id, row]))
  }
  get #spared(): Spared {
    const { now, held } = this.#batch
    return { most: preemptedMost, since: peaceSince(peaceOf(now, held.anyPolicy().admission)) }
  }
  async #lend(lane: Looking, organisation: string): Promise<void> {
    this.#lent.set(organisation, await this.#take(lane, organisation, await lane.lent(organisation, this.#spared), (ids) => lane.takeLent(ids)))
  }
  async #take(lane: Looking, organisation: string, rows: readonly QueueRow[], take: (ids: readonly string[]) => Promise<AllocationRow[]>): Promise<readonly AllocationRow[]> {
    const { held, isPlayed } = this.#batch
    const taken = [...(await this.#join(lane, organisation, rows.filter(({ id }) => !held.allocations.has(id)), take))].concat(rows.map(({ id }) => id)).flatMap((id) => held.allocations.get(id) ?? [])
    const nodes = [...new Set(taken.flatMap(({ placement }) => nodesOf(placement)))].filter((id) => !held.nodes.has(id)).sort()
    held.nodes.add(await lane.moreNodes(nodes, !isPlayed))
    // Whose nodes somebody else holds is left alone.
    return [...new Set(taken)].filter(({ placement }) => nodesOf(placement).every((id) => held.nodes.has(id)))
  }

  /** Those who wait in one organisation and those who came now, each in their turn. */
  async settle(lane: Looking, organisation: string, newcomers: ReadonlyMap<string, Planned<Item>>, settled: Map<Planned<Item>, Settled | 'again'>): Promise<void> {
    const { rows, times, decide, hasRoom } = await this.#steps(lane, organisation, newcomers)
    let steps = decide(new Set())
    const reclaiming = inTurn(steps.filter(({ reclaims }) => reclaims), reclaimMost, times)
    // Who may push others aside has a turn without room, too.
    const above = new Set(rows.filter((row) => this.#batch.held.anyPolicy().priority.classes.some(({ id, preempts }) => preempts && id === row.class)).map(({ id }) => id))
    const pushing = inTurn(steps.filter(({ id, begins, reclaims, isBeyond }) => !begins && !reclaims && !isBeyond && above.has(id)), reclaimMost, times)
    const beginning = new Set(steps.flatMap(({ id, begins }) => (begins ? [id] : [])))
    const hoping = new Set([...reclaiming, ...pushing].map(({ id }) => id))
    const tried = new Set([...beginning, ...hoping])
    if (reclaiming.length > 0 && !this.#lent.has(organisation)) await this.#lend(lane, organisation)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const join = (ids: ReadonlySet<string>, each = false) => this.#join(lane, organisation, steps.flatMap(({ id }) => (ids.has(id) ? (byId.get(id) ?? []) : [])), (wanted) => lane.takeWaiting(wanted), each)
    const taken = new Set(await join(beginning))
    for (const id of await join(hoping, true)) taken.add(id)
    if ([...beginning].some((id) => this.#standsNowhere(id))) {
      // Who has room and finds no node holds up nobody: whoever was kept from beginning by what it would take has a turn as well.
      const others = new Set(steps.flatMap(({ id }) => (!tried.has(id) && hasRoom.has(id) ? [id] : [])).slice(0, beginMost))
      for (const id of await join(others, true)) taken.add(id)
      steps = decide(new Set([...beginning, ...others].filter((id) => this.#standsNowhere(id))))
    }
    for (const { id, begins, lacks, isBeyond } of steps) {
      const newcomer = newcomers.get(id)
      if (newcomer) settled.set(newcomer, this.#batch.settle(newcomer))
      else if (!isBeyond && (!taken.has(id) || !this.#begin(organisation, id, begins))) for (const pair of lacks) this.#ahead.add(pair)
    }
    const next = steps.filter(({ begins }) => begins).length < beginMost ? undefined : rows.find(({ id }) => !taken.has(id))
    if (next) this.left.push({ tenant: next.tenant_id, allocation: next.id })
  }
  /** It was looked for, and there is no node for it as things are. */
  #standsNowhere(id: string): boolean {
    const [plan, row] = [this.#plans.get(id), this.#batch.held.allocations.get(id)]
    return plan != null && row !== undefined && plan.proposals.length < row.pods
  }

  /** Whose turn it is, as far as anybody can see before those are held. */
  async #steps(lane: Looking, organisation: string, newcomers: ReadonlyMap<string, Planned<Item>>): Promise<{ rows: readonly QueueRow[]; times: number; /** Of these it is known that they find no node. */ decide: (nowhere: ReadonlySet<string>) => readonly Step[]; /** Who would have room, if nobody came before them. */ hasRoom: ReadonlySet<string> }> {
    const { held, queues, changed, now } = this.#batch
    const { known } = held
    // A batch that is settled anew looks at the same.
    const queued = queues.get(organisation) ?? (await queueOf(lane, known, organisation))
    queues.set(organisation, queued)
    const { through, next } = queued
    if (queued.rows.length > 0) known.lookedAt.set(organisation, next)
    else known.lookedAt.delete(organisation)
    const path = ({ account_id: account }: Pick<QueueRow, 'account_id'>) => wayTo(account)
    const read = [...queued.rows, ...through]
    const missing = [...new Set(read.flatMap(path))].filter((id) => !held.accounts.has(id))
    const [, frozen, standings] = await Promise.all([lane.say([...new Set([...lane.tenants, ...read.map((row) => row.tenant_id)])].sort()), lane.frozen(now), lane.standings(missing), read.length > 0 && known.mirror.fresh(believedMs)])
    known.mirror.tend()
    // Who found no node looks again when something was given back, or another region is lost or none any more, and after a while in any case; until then it holds up nobody.
    const isInLine = (row: QueueRow) => !frozen.includes(row.tenant_id) && !frozen.includes(`${row.tenant_id}/${row.namespace_id}`) && !changed.has(row.id) && !known.findsNoNode(row.id, held.lost, now)
    const holdings = new Map([...held.accounts, ...standings.map((row) => [row.id, holdingOf(row)] as const)])
    const { ageing } = held.anyPolicy().admission
    const turnOf = (row: QueueRow): Turn => ({ id: row.id, tenant: row.tenant_id, rank: rankOf(row.priority, row.asked_at, now, ageing), since: row.asked_at, path: path(row), amounts: amountsOf(row) })
    const line: Turn[] = [
      ...queued.rows.filter(isInLine).map(turnOf),
      ...[...newcomers].map(([id, { item }]) => ({ id, tenant: item.by.tenant, rank: held.valueOf(item), since: now, path: [pathOf(organisation), pathOf(organisation, item.by.tenant)], amounts: null })),
    ]
    const others = through.filter(isInLine).map(turnOf)
    const rooms = roomsOf(holdings.values())
    const takesNothing = (nowhere: ReadonlySet<string>) => (turn: Turn): Turn => (nowhere.has(turn.id) ? { ...turn, amounts: null } : turn)
    const inLine = read.filter(isInLine)
    const hasRoom = new Set(inLine.flatMap((row) => (lacking(rooms, path(row), amountsOf(row)).length === 0 ? [row.id] : [])))
    return { rows: inLine, times: next.times, hasRoom, decide: (nowhere) => decideTurnsOfMany(line.map(takesNothing(nowhere)), others.map(takesNothing(nowhere)), rooms, beginMost) }
  }

  /** Holds these, as far as they still are what they were, and all that they are about. Nodes are looked for in their order, one on what those before it leave; or for each as if it were alone, where most of them will not begin. */
  async #join(lane: Looking, organisation: string, wanted: readonly QueueRow[], take: (ids: readonly string[]) => Promise<AllocationRow[]>, each = false): Promise<ReadonlySet<string>> {
    if (wanted.length === 0) return new Set()
    const { held, now, window, shelf, isPlayed } = this.#batch
    const missing = [...new Set(wanted.flatMap((row) => [pathOf(organisation, row.tenant_id), pathOf(organisation, row.tenant_id, row.namespace_id), pathOf(organisation, row.tenant_id, row.namespace_id, row.class)]))].filter((id) => !held.accounts.has(id))
    const tenants = [...new Set([...held.tenants.keys(), ...wanted.map((row) => row.tenant_id)])].sort()
    // What stands around one that waits is asked for once in a batch: most are of few namespaces.
    const unknown = wanted.filter((row) => !held.isAround(row.tenant_id, row.namespace_id, row.asked_by))
    const whose = distinct(unknown.flatMap((row) => recipientsOf(row.tenant_id, row.namespace_id, row.asked_by)))
    const [, rows, accounts, around, recent] = await Promise.all([
      lane.say(tenants), take(wanted.map(({ id }) => id)), lane.accounts(missing),
      unknown.length === 0 ? null : lane.around({ namespaces: unknown.map((row) => ({ tenant: row.tenant_id, namespace: row.namespace_id, name: null })), keys: [] }),
      readLately(lane, whose, Date.parse(now) - window * 60_000),
    ])
    if (around) for (const [tenant, shelved] of await shelf.take(lane, tenants, around.versions)) addNew(held.policies, tenant, shelved)
    held.add(accounts, rows, around, sumsOf(recent))
    const found = new Map(rows.map((row) => [row.id, row]))
    const waiting = wanted.flatMap(({ id }) => found.get(id) ?? []).filter(({ state }) => state === 'waiting')
    const wants = waiting.map((row) => this.#wantOf(organisation, row))
    const plans = each ? wants.flatMap((want) => seekAtOnce(held.known.mirror, [want])) : seekAtOnce(held.known.mirror, wants)
    for (const [at, { id }] of waiting.entries()) if (wants[at] === null || plans[at]) this.#plans.set(id, plans[at] ?? null)
    held.nodes.add(await lane.moreNodes([...new Set(plans.flatMap((plan) => plan?.nodes ?? []))].filter((id) => !held.nodes.has(id)).sort(), !isPlayed))
    return new Set(rows.map(({ id }) => id))
  }

  planFor(item: Item): Plan | null { return this.#plansFor.get(item) ?? null }
  /** What is decided about one that is held already is placed by the wish that stands with it. */
  async placeHeld(lane: Looking, planned: readonly Planned<Item>[]): Promise<void> {
    const { held, isPlayed } = this.#batch
    const rows = planned.flatMap(({ item }) => {
      const { decider: { seeks, placesHeld }, input, by } = item
      const sought = seeks(input as never)
      const row = placesHeld && 'allocation' in sought ? held.allocations.get(sought.allocation) : undefined
      return row && placesHeld && row.wish !== null && row.ended_at === null && row.placement === null ? [{ organisation: by.organisation, item, row, wish: placesHeld(wishOf(row.wish), input as never) }] : []
    })
    if (rows.length === 0) return
    held.known.mirror.tend()
    const plans = seekAtOnce(held.known.mirror, rows.map(({ organisation, row, wish }) => this.#wantOf(organisation, row, wish)))
    for (const [at, { item }] of rows.entries()) this.#plansFor.set(item, plans[at] ?? null)
    held.nodes.add(await lane.moreNodes([...new Set(plans.flatMap((plan) => plan?.nodes ?? []))].filter((id) => !held.nodes.has(id)).sort(), !isPlayed))
  }

  #wantOf(organisation: string, row: AllocationRow, wish: Wish | null = row.wish === null ? null : wishOf(row.wish)): Want | null {
    const { held } = this.#batch
    const path = held.path({ organisation, tenant: row.tenant_id }, row.namespace_id, row.class)
    return path && wish !== null ? held.known.places.wantOfWaiting(held.placeOf({ organisation, tenant: row.tenant_id }, row.namespace_id, path), wish, held.known.mirror.regions) : null
  }

  /** Whether it did, or was told already where it lacks room. */
  #begin(organisation: string, id: string, hadRoom: boolean): boolean {
    const { held, changed, settle } = this.#batch
    const row = held.allocations.get(id)
    // Where nobody has a turn since the queue was looked at, it waits on.
    if (!row || held.isShut(row)) return false
    const by: By = { actor: null, organisation, tenant: row.tenant_id, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: id } }
    const path = held.path(by, row.namespace_id, row.class) ?? []
    // A limit that was lowered since the queue was looked at.
    if (isBeyond(path, row)) return true
    const lacks = hadRoom ? lackingOn(path, row) : []
    // Whoever came before it in this very batch may have taken its room.
    for (const pair of lacks) this.#ahead.add(pair)
    const plan = this.#plans.get(id)
    const settled = lacks.length === 0 && settle({ item: { action: 'allocations.start', decider: startAllocation as unknown as Decider<never, never, never>, input: { tenant: row.tenant_id, allocation: id }, key: null, by }, plan: plan ?? null, isLast: false })
    // That somebody else holds its node just then, or was quicker, is no reason not to look again at once.
    if (settled === 'again' && (plan === null || this.#standsNowhere(id))) this.foundNone.push(id)
    return lacks.length > 0 || changed.has(id)
  }
}

const askedOn = (path: readonly Holding[], row: AllocationRow) => [roomsOf(path), path.map((holding) => holding.row.id), amountsOf(row)] as const
const lackingOn = (path: readonly Holding[], row: AllocationRow) => lacking(...askedOn(path, row))
const isBeyond = (path: readonly Holding[], row: AllocationRow) => beyond(...askedOn(path, row)).length > 0
const wishOf = (kept: string): Wish => (JSON.parse(kept) as { wish: Wish }).wish
const amountsOf = ({ resources, amounts }: Pick<QueueRow, 'resources' | 'amounts'>) => Object.fromEntries(resources.map((resource, at) => [resource, BigInt(amounts[at] ?? 0)]))
