/**
 * Many wishes, one transaction: hold what they are about, decide one after another, write once. A refusal is a row beside the others, never a rollback of strangers'
 * work. Whatever fails here fails for the whole batch, and then nothing of it has happened.
 */
import { Denied } from '~/server/authorization/denied'
import type { Reach } from '~/server/authorization/permit'
import type { Answer } from '~/server/database/deed'
import { type AccountRow, type AllocationRow, type Around, inLane, type Lane, type Written } from '~/server/database/lane'
import type { Node } from '~/server/placement/fleet'
import type { QueuePlace, Queued, QueueRow } from '~/server/database/lane-queue'
import { preemptAllocation } from '~/server/allocations/change-allocation'
import { startAllocation } from '~/server/allocations/start-allocation'
import type { Json } from '~/server/shared/canonical'
import { factsOf, type Holding, holdingOf, post, roomsOf } from './accounts-held'
import type { Seen, Settling, Sought } from './decider'
import type { State, Wish } from './facts'
import type { By, Item, Settled } from './item'
import { keptOf } from './kept'
import { decideTurns, lacking, rankOf, type Step, type Turn } from './decide-order'
import { NodesHeld, nodesOf, placementOf } from './nodes-held'
import type { Want } from './placement/decide-placement'
import { type Place, placesSeen } from './placement/places-seen'
import { inRounds, isPlayed, type Planned } from './placement/rounds'
import { mirror, type Plan, seekAtOnce } from './placement/seek'
import { Recording } from './recording'
import { PolicyShelf, type Shelved } from './policy-shelf'

const shelf = new PolicyShelf()
let usualWindow = 0
/** Of an organisation with more tenants waiting than are looked at, where to look next. A process that forgets begins again. */
const lookedAt = new Map<string, QueuePlace>()
/** Where somebody waited when it was last looked at: there the queue is asked for with the first questions, and not after their answers. */
const queuedLately = new Set<string>()
/** As many as a batch is of those who ask. */
const beginMost = 64
/** So many are looked at in one batch for what of their own is lent to others. */
const reclaimMost = 8
/** Who waits found no node when so much had been given back. A process that forgets looks again. */
const waitsForNodesMost = 20_000
const waitsForNodes = new Map<string, number>()
function notFound(id: string): void {
  if (waitsForNodes.size >= waitsForNodesMost) waitsForNodes.clear()
  waitsForNodes.set(id, mirror.gains)
}
export type Left = { readonly tenant: string; readonly allocation: string }

/** No two batches at once of one organisation: they would wait for one another all the time. `left` hears of one that could begin and did not in this batch, because so many did. */
export const carryOutBatch = (items: readonly Item[], left: (one: Left) => void = () => undefined): Promise<Settled[]> => inRounds(items, (planned) => carryOutOnce(planned, left))
async function carryOutOnce(planned: readonly Planned<Item>[], left: (one: Left) => void): Promise<(Settled | 'again')[]> {
  const organisations = [...new Set(planned.map(({ item: { by } }) => by.organisation))].sort()
  const tenants = [...new Set(planned.map(({ item: { by } }) => by.tenant))].sort()
  const { settled, written, more } = await inLane(organisations, tenants, async (lane) => {
    const loaded = await Batch.load(lane, planned)
    const { batch, settled } = await loaded.settleWithLent(lane, planned)
    const written = batch.written()
    return { value: { settled, written, more: batch.left }, written }
  })
  shelf.keep(written.sets.map(({ digest }) => digest))
  mirror.learn(written.nodes)
  for (const one of more) left(one)
  return settled
}

const within = (reach: Reach, namespace: string) => reach === '*' || reach.includes(namespace)
const pathOf = (organisation: string, tenant?: string, namespace?: string, of?: string) => ['platform', organisation, tenant, namespace, of].filter((part) => part !== undefined).join('/')

/** As it was read: a batch that must look again begins again from this. */
type Loaded = { readonly accounts: readonly AccountRow[]; readonly allocations: readonly AllocationRow[]; readonly around: Around; readonly held: readonly Node[]; readonly isPlayed: boolean; readonly queues: ReadonlyMap<string, Queued> }

class Batch {
  #accounts: Map<string, Holding>
  #allocations: Map<string, AllocationRow>
  #names: Set<string>
  #pending = new Map<string, number>()
  #recent = new Map<string, bigint>()
  #policies: Map<string, Shelved>
  #made: Written['made'][number][] = []
  #changed = new Map<string, AllocationRow>()
  #recording: Recording
  #ahead = new Set<string>()
  #plans = new Map<string, Plan | null>()
  #lent = new Map<string, readonly AllocationRow[]>()
  /** Where somebody's own share is lent to others, and nobody has looked yet what is. */
  #reclaiming = new Set<string>()
  #preempted: Written['preempted'][number][] = []
  #signals: Written['signals'][number][] = []
  readonly left: Left[] = []
  readonly around: Around
  readonly nodes: NodesHeld
  #answers = new Map<string, { action: string; inputDigest: string; answer: Answer<Json, string> }>()

  private constructor(readonly loaded: Loaded, policies: Map<string, Shelved>) {
    const { accounts, allocations, held, around: found } = loaded
    const around = { ...found, ids: [...found.ids], tenants: [...found.tenants] }
    this.around = around
    this.nodes = new NodesHeld(held)
    this.#recording = new Recording(around)
    this.#accounts = new Map(accounts.map((row) => [row.id, holdingOf(row)]))
    this.#allocations = new Map(allocations.map((row) => [row.id, row]))
    this.#names = new Set(around.names.map((row) => `${row.tenant_id}/${row.namespace_id}/${row.name}`))
    this.#policies = policies
    this.#learn(around)
    for (const row of around.earlier) this.#answers.set(`${row.person_id}/${row.idempotency_key}`, { action: row.action, inputDigest: row.input_digest, answer: JSON.parse(row.answer) as Answer<Json, string> })
  }

  static async load(lane: Lane, planned: readonly Planned<Item>[]): Promise<Batch> {
    const items = planned.map(({ item }) => item)
    const sought = items.map(soughtOf)
    const allocations = await lane.allocations([...new Set(sought.flatMap((one) => ('allocation' in one ? [one.allocation] : [])))].sort())
    const places = [
      ...sought.flatMap((one) => ('allocation' in one ? [] : [{ tenant: one.tenant, namespace: one.namespace, class: one.class, name: one.name as string | null }])),
      ...allocations.map((row) => ({ tenant: row.tenant_id, namespace: row.namespace_id, class: row.class, name: null })),
    ]
    const organisations = new Map(items.map(({ by: { organisation, tenant } }) => [tenant, organisation]))
    const ids = new Set([...organisations].flatMap(([tenant, organisation]) => [pathOf(organisation), pathOf(organisation, tenant)]))
    for (const { tenant, namespace, class: of } of places) {
      const organisation = organisations.get(tenant) ?? ''
      ids.add(pathOf(organisation, tenant, namespace)).add(pathOf(organisation, tenant, namespace, of))
    }
    const earliest = Math.min(...items.map(({ at }) => (at === undefined ? Date.now() : Date.parse(at))))
    const keys = items.flatMap(({ by: { tenant, actor }, key }) => (actor && key ? [{ tenant, person: actor.personId, key: key.id }] : []))
    const lookAround = (minutes: number) => lane.around({ ids: items.length * 3, namespaces: places, keys, since: new Date(earliest - minutes * 60_000).toISOString() })
    // Asked with the policies' usual window before it is known whether it is still theirs; where it is not, asked again.
    const nodes = [...planned.flatMap(({ plan }) => plan?.nodes ?? []), ...allocations.flatMap(({ placement, ended_at: ended }) => (ended === null ? nodesOf(placement) : []))]
    const likely = lane.organisations.filter((organisation) => queuedLately.has(organisation))
    const [accounts, held, versions, found, ...queues] = await Promise.all([
      lane.accounts([...ids]), lane.nodes([...new Set(nodes)].sort(), !isPlayed(items)), lane.versions(), lookAround(usualWindow), ...likely.map((organisation) => lane.queue(organisation, lookedAt.get(organisation) ?? null)),
    ])
    const policies = await shelf.take(lane, lane.tenants, versions)
    const window = Math.max(...[...policies.values()].map(({ policy }) => policy.priority.splitting.minutes))
    const around = window === usualWindow ? found : await lookAround(window)
    usualWindow = window
    for (const organisation of lane.organisations) {
      if (around.queued.includes(organisation)) queuedLately.add(organisation)
      else queuedLately.delete(organisation)
    }
    return new Batch({ accounts, allocations, around, held, isPlayed: isPlayed(items), queues: new Map(likely.map((organisation, at) => [organisation, queues[at] ?? { rows: [], next: null }])) }, policies)
  }

  /** What is not known yet of what stands around: what the batch itself has moved since is known better. */
  #learn({ pending, recent, keys }: Pick<Around, 'pending' | 'recent' | 'keys'>): void {
    for (const row of pending) addNew(this.#pending, `${row.tenant_id}/${row.namespace_id}`, row.times)
    for (const row of recent) addNew(this.#recent, row.namespace_id === null ? `${row.tenant_id} ${row.person_id}` : `${row.tenant_id}/${row.namespace_id}`, BigInt(row.devices))
    this.#recording.learn(keys)
  }

  /** Nothing was written yet: what somebody's own share was lent to is only looked at where it matters, and then all is settled anew. */
  async settleWithLent(lane: Lane, planned: readonly Planned<Item>[]): Promise<{ batch: Batch; settled: (Settled | 'again')[] }> {
    const settled = await this.settleAll(lane, planned)
    if (this.#reclaiming.size === 0) return { batch: this, settled }
    const again = new Batch(this.loaded, this.#policies)
    for (const organisation of this.#reclaiming) await again.#lend(lane, organisation)
    return { batch: again, settled: await again.settleAll(lane, planned) }
  }

  /** Holds what could be given back of what is lent, and all that it is about. */
  async #lend(lane: Lane, organisation: string): Promise<void> {
    const rows = await lane.lent(organisation)
    const held = rows.length === 0 ? [] : [...(await this.#join(lane, organisation, rows, (ids) => lane.takeLent(ids)))].flatMap((id) => this.#allocations.get(id) ?? [])
    const nodes = [...new Set(held.flatMap(({ placement }) => nodesOf(placement)))].filter((id) => !this.nodes.has(id)).sort()
    this.nodes.add(await lane.moreNodes(nodes, !this.loaded.isPlayed))
    // Whose nodes somebody else holds is left alone.
    this.#lent.set(organisation, held.filter(({ placement }) => nodesOf(placement).every((id) => this.nodes.has(id))))
  }

  /** As they came; where somebody waits, first what gives back, and then those who wait and those who come now, each in their turn. */
  async settleAll(lane: Lane, planned: readonly Planned<Item>[]): Promise<(Settled | 'again')[]> {
    const settled = new Map<Planned<Item>, Settled | 'again'>()
    const newcomers = new Map<string, Map<string, Planned<Item>>>(this.around.queued.map((organisation) => [organisation, new Map()]))
    for (const [at, one] of planned.entries()) {
      const queue = newcomers.get(one.item.by.organisation)
      if (queue && 'name' in soughtOf(one.item)) queue.set(`new ${String(at).padStart(4, '0')}`, one)
      else settled.set(one, this.settle(one))
    }
    for (const [organisation, own] of newcomers) {
      const { steps, rows } = await this.#turns(lane, organisation, own)
      const reclaiming = steps.filter(({ reclaims }) => reclaims).slice(0, reclaimMost)
      const tried = new Set([...steps.filter(({ begins }) => begins), ...reclaiming].map(({ id }) => id))
      if (reclaiming.length > 0 && !this.#lent.has(organisation)) await this.#lend(lane, organisation)
      const taken = await this.#join(lane, organisation, rows.filter(({ id }) => tried.has(id)), (ids) => lane.takeWaiting(ids))
      for (const { id, begins, blocks } of steps) {
        const newcomer = own.get(id)
        if (newcomer) settled.set(newcomer, this.settle(newcomer))
        else if (!taken.has(id) || !this.#begin(organisation, id, begins)) for (const pair of blocks) this.#ahead.add(pair)
      }
      const next = steps.filter(({ begins }) => begins).length < beginMost ? undefined : rows.find(({ id }) => !taken.has(id))
      if (next) this.left.push({ tenant: next.tenant_id, allocation: next.id })
    }
    return planned.flatMap((one) => settled.get(one) ?? [])
  }

  /** Whose turn it is, as far as anybody can see before those are held. */
  async #turns(lane: Lane, organisation: string, newcomers: ReadonlyMap<string, Planned<Item>>): Promise<{ steps: readonly Step[]; rows: readonly QueueRow[] }> {
    const { rows, next } = this.loaded.queues.get(organisation) ?? (await lane.queue(organisation, lookedAt.get(organisation) ?? null))
    if (next) lookedAt.set(organisation, next)
    else lookedAt.delete(organisation)
    const path = ({ account_id: account }: Pick<QueueRow, 'account_id'>) => account.split('/').slice(1).map((_, at) => account.split('/').slice(0, at + 2).join('/'))
    const missing = [...new Set(rows.flatMap(path))].filter((id) => !this.#accounts.has(id))
    const [, frozen, standings] = await Promise.all([lane.say([...new Set([...lane.tenants, ...rows.map((row) => row.tenant_id)])].sort()), lane.frozen(), lane.standings(missing)])
    mirror.tend()
    // Who found no node looks again when something was given back; until then it holds up nobody.
    const waiting = rows.filter((row) => !frozen.includes(row.tenant_id) && !this.#changed.has(row.id) && waitsForNodes.get(row.id) !== mirror.gains)
    const holdings = new Map([...this.#accounts, ...standings.map((row) => [row.id, holdingOf(row)] as const)])
    const { now } = this.around
    const { ageing } = this.#anyPolicy().admission
    const line: Turn[] = [
      ...waiting.map((row) => ({ id: row.id, tenant: row.tenant_id, rank: rankOf(row.priority, row.asked_at, now, ageing), since: row.asked_at, path: path(row), amounts: amountsOf(row) })),
      ...[...newcomers].map(([id, { item }]) => {
        const { tenant } = item.by
        const sought = soughtOf(item)
        const value = this.#policyOf(tenant).policy.priority.classes.find((one) => 'class' in sought && one.id === sought.class)?.value ?? 0
        return { id, tenant, rank: value, since: now, path: [pathOf(organisation), pathOf(organisation, tenant)], amounts: null }
      }),
    ]
    return { steps: decideTurns(line, roomsOf(holdings.values()), beginMost), rows: waiting }
  }

  /** Holds these, as far as they still are what they were, and all that they are about. */
  async #join(lane: Lane, organisation: string, wanted: readonly QueueRow[], take: (ids: readonly string[]) => Promise<AllocationRow[]>): Promise<ReadonlySet<string>> {
    if (wanted.length === 0) return new Set()
    const missing = [...new Set(wanted.flatMap((row) => [pathOf(organisation, row.tenant_id), pathOf(organisation, row.tenant_id, row.namespace_id), pathOf(organisation, row.tenant_id, row.namespace_id, row.class)]))].filter((id) => !this.#accounts.has(id))
    const tenants = [...new Set([...this.around.tenants.map(({ id }) => id), ...wanted.map((row) => row.tenant_id)])].sort()
    const [, rows, accounts, versions, around] = await Promise.all([lane.say(tenants), take(wanted.map(({ id }) => id)), lane.accounts(missing), lane.versions(), lane.around({
      ids: wanted.length * 3, namespaces: wanted.map((row) => ({ tenant: row.tenant_id, namespace: row.namespace_id, name: null })), keys: wanted.map((row) => ({ tenant: row.tenant_id, person: row.asked_by, key: row.id })),
      since: new Date(Date.parse(this.around.now) - usualWindow * 60_000).toISOString(),
    })])
    for (const [tenant, shelved] of await shelf.take(lane, tenants, versions)) addNew(this.#policies, tenant, shelved)
    for (const row of accounts) this.#accounts.set(row.id, holdingOf(row))
    for (const row of rows) addNew(this.#allocations, row.id, row)
    this.#learn(around)
    this.around.ids.push(...around.ids)
    for (const tenant of around.tenants) if (!this.around.tenants.some(({ id }) => id === tenant.id)) this.around.tenants.push(tenant)
    const waiting = rows.filter(({ state }) => state === 'waiting')
    const plans = seekAtOnce(waiting.map((row) => this.#wantOf(organisation, row)))
    for (const [at, { id }] of waiting.entries()) this.#plans.set(id, plans[at] ?? null)
    this.nodes.add(await lane.moreNodes([...new Set(plans.flatMap((plan) => plan?.nodes ?? []))].filter((id) => !this.nodes.has(id)).sort(), !this.loaded.isPlayed))
    return new Set(rows.map(({ id }) => id))
  }

  #wantOf(organisation: string, row: AllocationRow): Want | null {
    const by: Pick<By, 'organisation' | 'tenant'> = { organisation, tenant: row.tenant_id }
    const path = this.#pathOf(by, row.namespace_id, row.class)
    return path && row.wish !== null ? placesSeen.wantOfWaiting(this.#placeOf(by, row.namespace_id, path), wishOf(row.wish)) : null
  }

  /** Whether it did, or was told already where it lacks room. */
  #begin(organisation: string, id: string, hadRoom: boolean): boolean {
    const row = this.#allocations.get(id)
    if (!row) return false
    const by: By = { actor: null, organisation, tenant: row.tenant_id, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: id } }
    const path = this.#pathOf(by, row.namespace_id, row.class) ?? []
    const blocks = hadRoom ? lacking(roomsOf(path), path.map((holding) => holding.row.id), amountsOf(row)) : []
    // Whoever came before it in this very batch may have taken its room.
    for (const pair of blocks) this.#ahead.add(pair)
    if (blocks.length === 0 && this.settle({ item: { action: 'allocations.start', decider: startAllocation as unknown as Item['decider'], input: { tenant: row.tenant_id, allocation: id }, key: null, by }, plan: this.#plans.get(id) ?? null, isLast: false }) === 'again') notFound(id)
    return blocks.length > 0 || this.#changed.has(id)
  }

  settle({ item, plan, isLast }: Planned<Item>): Settled | 'again' {
    const { by, key, action } = item
    const kept = key && `${by.actor?.personId}/${key.id}`
    const earlier = kept === null ? undefined : this.#answers.get(kept)
    if (earlier) return earlier.action === action && earlier.inputDigest === key?.inputDigest ? { answer: earlier.answer } : { denied: new Denied('idempotency_key_reused') }
    const sought = soughtOf(item)
    const allocation = 'allocation' in sought ? this.#allocations.get(sought.allocation) : undefined
    // What is not theirs to see is not there, and an allocation of another tenant was never loaded for this one.
    if ('allocation' in sought && (!allocation || allocation.tenant_id !== by.tenant || !within(by.namespaces, allocation.namespace_id))) return { denied: new Denied('not_found') }
    const place = allocation ? { namespace: allocation.namespace_id, class: allocation.class } : (sought as { namespace: string; class: string })
    const path = this.#pathOf(by, place.namespace, place.class)
    if (!path) return { denied: new Denied('not_found') }
    const facts = item.decider.facts(this.#seen(item, path, allocation ?? null, sought, plan), item.input as never)
    const { policy } = this.#policyOf(by.tenant)
    const outcome = item.decider.decide(facts, policy)
    if (!isLast && item.decider.places?.again(outcome)) return 'again'
    if (item.decider.reclaims?.(outcome as never)) this.#reclaiming.add(by.organisation)
    if ('shows' in item.decider) return { answer: { ok: true, value: item.decider.shows(facts, outcome, policy, by.namespaces) } }
    const decided = item.decider.settle(facts, outcome)
    // Whoever only waits on, waits on: that is no deed.
    if (action === 'allocations.start' && !decided.change) return { answer: decided.answer(null) }
    for (const victim of decided.victims ?? []) this.#preempt(by, victim)
    for (const kind of decided.signals ?? []) this.#signals.push({ kind, body: JSON.stringify({ tenant: by.tenant, namespace: place.namespace, person: by.actor?.personId ?? null }) })
    const answer = this.#write(item, path, place.namespace, allocation ?? null, decided, { facts: JSON.stringify(facts), outcome: keptOf(outcome) })
    if (kept !== null) this.#answers.set(kept, { action, inputDigest: key?.inputDigest ?? '', answer })
    return { answer }
  }

  #preempt({ organisation, source }: By, { tenant, allocation }: Left): void {
    const by: By = { actor: null, organisation, tenant, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: source.reference } }
    const before = this.#allocations.get(allocation)
    const settled = this.settle({ item: { action: 'allocations.preempt', decider: preemptAllocation as unknown as Item['decider'], input: { tenant, allocation }, key: null, by }, plan: null, isLast: true })
    if (!before || settled === 'again' || 'denied' in settled || !settled.answer.ok) throw new Error(`allocation ${allocation} was to give its place, and could not`)
    this.#preempted.push({ person: before.asked_by, name: before.name, at: `${this.around.now.slice(0, 23)}Z` })
  }

  #pathOf({ organisation, tenant }: Pick<By, 'organisation' | 'tenant'>, namespace: string, of: string): Holding[] | null {
    const own = [pathOf(organisation), pathOf(organisation, tenant), pathOf(organisation, tenant, namespace)].map((id) => this.#accounts.get(id))
    const ofClass = this.#accounts.get(pathOf(organisation, tenant, namespace, of))
    return own.every((account) => account !== undefined) ? [...own, ...(ofClass ? [ofClass] : [])] : null
  }

  #seen({ by, at }: Item, path: readonly Holding[], allocation: AllocationRow | null, sought: Sought, plan: Plan | null): Seen {
    const tenant = this.around.tenants.find(({ id }) => id === by.tenant)
    if (!tenant) throw new Error(`tenant ${by.tenant} has an account and is not there`)
    const { actor } = by
    const namespace = allocation?.namespace_id ?? ('namespace' in sought ? sought.namespace : '')
    const place = this.#placeOf(by, namespace, path)
    return {
      now: at ?? `${this.around.now.slice(0, 23)}Z`,
      asker: actor && { person: actor.personId, roles: [...new Set(actor.bindings.filter((held) => held.tenant === by.tenant && (held.namespace === null || held.namespace === namespace)).map(({ role }) => role))].sort(), machine: actor.token !== null },
      tenant: place.tenant, policy: place.policy, fleet: (wish) => placesSeen.factsOf(place, this.nodes, plan, wish),
      accounts: (resources) => path.map((account) => factsOf(account, resources)),
      allocation,
      nameTaken: 'name' in sought && this.#names.has(`${by.tenant}/${sought.namespace}/${sought.name}`),
      pending: this.#pending.get(`${by.tenant}/${namespace}`) ?? 0, regions: this.around.regions,
      recent: { person: String(this.#recent.get(`${tenant.id} ${actor?.personId ?? allocation?.asked_by}`) ?? 0n), namespace: String(this.#recent.get(`${tenant.id}/${namespace}`) ?? 0n) },
      ahead: [...this.#ahead].filter((pair) => path.some(({ row }) => pair.startsWith(`${row.id} `))).sort(),
      lent: this.#lentOf(by),
    }
  }

  #lentOf({ organisation, tenant }: By): State['lent'] {
    const rows = this.#lent.get(organisation)
    if (!rows) return null
    const all = rows.filter((row) => row.tenant_id !== tenant && !this.#changed.has(row.id))
    const above = (of: string) => {
      const held = this.#accounts.get(pathOf(organisation, of))
      return Object.fromEntries([...roomsOf(held ? [held] : []).values()].flatMap((rooms) => [...rooms].map(([resource, { taken, nominal }]) => [resource, String(taken > nominal ? taken - nominal : 0n)])))
    }
    return {
      all: all.map((row) => ({ allocation: row.id, tenant: row.tenant_id, priority: row.priority, since: row.admitted_at ?? row.asked_at, amounts: Object.fromEntries(row.resources.map((resource, at) => [resource, row.amounts[at] ?? '0'])), preemptions: row.preemptions })),
      above: Object.fromEntries([...new Set(all.map((row) => row.tenant_id))].sort().map((of) => [of, above(of)])),
    }
  }

  /** The platform's part of it is the same in every tenant. */
  #anyPolicy(): Shelved['policy'] {
    for (const { policy } of this.#policies.values()) return policy
    throw new Error('a batch is of some tenant')
  }

  #placeOf(by: Pick<By, 'organisation' | 'tenant'>, namespace: string, path: readonly Holding[]): Place {
    const tenant = this.around.tenants.find(({ id }) => id === by.tenant)
    if (!tenant) throw new Error(`tenant ${by.tenant} has an account and is not there`)
    return placesSeen.learn(tenant.id, namespace, {
      tenant: { id: tenant.id, organisation: by.organisation, frozen: tenant.frozen, isolationLevel: tenant.isolation_level, regions: tenant.regions },
      regions: this.around.regions, known: path.find(({ row }) => row.kind === 'namespace')?.row.resources ?? [], policy: this.#policyOf(tenant.id).policy,
    })
  }

  #policyOf(tenant: string): Shelved {
    const found = this.#policies.get(tenant)
    if (!found) throw new Error(`no policies were taken for ${tenant}`)
    return found
  }

  #write(item: Item, path: readonly Holding[], namespace: string, before: AllocationRow | null, decided: Settling<Json, string>, kept: { facts: string; outcome: string }): Answer<Json, string> {
    const { organisation, tenant, actor } = item.by
    const [id = '', made = ''] = this.around.ids.splice(0, 2)
    const at = item.at ?? `${this.around.now.slice(0, 23)}Z`
    const resources = Object.keys(decided.amounts).sort()
    const moved = { used: resources.map((resource) => BigInt(decided.posting.used[resource] ?? '0')), held: resources.map((resource) => BigInt(decided.posting.held[resource] ?? '0')) }
    for (const account of path) post(account, resources, moved, decided.unexplained ?? {})
    const allocation = this.#allocate(decided, { id: made, at, organisation, tenant, namespace, account: path.at(-1)?.row.id ?? '', person: actor?.personId ?? '', resources, before })
    const answer = decided.answer(allocation?.id ?? null)
    this.#recording.keep(item, { id, at, path, namespace, allocation, resources, moved, decided, answer, policies: this.#policyOf(tenant).digest, ...kept })
    return answer
  }

  #allocate(decided: Settling<Json, string>, of: { id: string; at: string; organisation: string; tenant: string; namespace: string; account: string; person: string; resources: string[]; before: AllocationRow | null }): AllocationRow | null {
    const { before } = of
    if (decided.make && decided.verdict !== 'refuse') {
      const row: AllocationRow = {
        id: of.id, tenant_id: of.tenant, namespace_id: of.namespace, account_id: of.account, asked_by: of.person, resources: of.resources, amounts: of.resources.map((resource) => decided.amounts[resource] ?? '0'),
        asked_at: of.at, running_at: null, ended_at: null, version: '1', ...decided.make,
      }
      this.#made.push({ ...row, organisation_id: of.organisation })
      if (row.placement !== null) this.nodes.take(placementOf(row.placement))
      this.#names.add(`${of.tenant}/${of.namespace}/${row.name}`)
      this.#count(row, 1)
      if (row.admitted_at !== null) this.#give(row)
      return row
    }
    if (!before || !decided.change) return before
    const after: AllocationRow = { ...before, ...decided.change, version: String(BigInt(before.version) + 1n) }
    this.#allocations.set(after.id, after)
    this.#changed.set(after.id, after)
    // What ends or waits again gives its nodes back, by whatever it does; what is placed later takes them then.
    if (before.placement === null && after.placement !== null) this.nodes.take(placementOf(after.placement))
    if (before.ended_at === null && before.placement !== null && (after.ended_at !== null || after.placement === null)) this.nodes.giveBack(placementOf(before.placement))
    if (after.ended_at !== null) this.#names.delete(`${after.tenant_id}/${after.namespace_id}/${after.name}`)
    this.#count(before, -1)
    this.#count(after, 1)
    if (before.admitted_at === null && after.admitted_at !== null) this.#give(after)
    return after
  }

  #give(row: AllocationRow): void {
    for (const whose of [`${row.tenant_id} ${row.asked_by}`, `${row.tenant_id}/${row.namespace_id}`]) this.#recent.set(whose, (this.#recent.get(whose) ?? 0n) + BigInt(row.devices))
  }

  #count({ tenant_id: tenant, namespace_id: namespace, state }: AllocationRow, times: 1 | -1): void {
    if (state !== 'held' && state !== 'waiting') return
    const place = `${tenant}/${namespace}`
    this.#pending.set(place, (this.#pending.get(place) ?? 0) + times)
  }

  written(): Written {
    return {
      accounts: [...this.#accounts.values()].filter(({ moved }) => moved).map(({ row, used, held, unexplained, sequence }) => ({ id: row.id, used: used.map(String), held: held.map(String), unexplained: unexplained.map(String), deed_sequence: sequence.toString() })),
      made: this.#made, changed: [...this.#changed.values()], ...this.#recording.written(), preempted: this.#preempted, signals: this.#signals, sets: shelf.unwritten([...this.#policies.values()]), nodes: this.nodes.written(),
    }
  }
}

const wishOf = (kept: string): Wish => (JSON.parse(kept) as { wish: Wish }).wish
const soughtOf = ({ decider, input }: Item): Sought => decider.seeks(input as never)
const addNew = <T>(known: Map<string, T>, key: string, value: T) => { if (!known.has(key)) known.set(key, value) }
const amountsOf = ({ resources, amounts }: Pick<QueueRow, 'resources' | 'amounts'>) => Object.fromEntries(resources.map((resource, at) => [resource, BigInt(amounts[at] ?? 0)]))
