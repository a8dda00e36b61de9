/**
 * Many wishes, one transaction: hold what they are about, decide one after another, write once. A refusal is a row beside the others, never a rollback of strangers'
 * work. Whatever fails here fails for the whole batch, and then nothing of it has happened.
 */
import { Denied } from '~/server/authorization/denied'
import type { Reach } from '~/server/authorization/permit'
import type { Answer } from '~/server/database/deed'
import type { AllocationRow, Looking } from '~/server/database/lane'
import type { Written } from '~/server/database/lane-write'
import type { Queued } from '~/server/database/lane-queue'
import type { LaneRequest, SpentByRule } from '~/server/database/lane-requests'
import { preemptAllocation } from '~/server/allocations/change-allocation'
import { answeringOf } from '~/server/requests/request'
import type { Json } from '~/server/shared/canonical'
import { secretKey } from '~/server/keys/secret'
import { drawOf } from '~/server/requests/draw'
import { askerName } from './askers'
import { type Holding, post } from './accounts-held'
import type { Seen, Settling, Sought } from './decider'
import type { Policy } from './facts'
import type { Footing } from './footing'
import { Held } from './held'
import type { By, Item, Settled } from './item'
import { keptOf } from './kept'
import { type Giving, type Known, known } from './known'
import { countsAs } from './lately'
import { type Ground, type Loaded, shelf, soughtOf } from './load'
import { nodesOf, placementOf } from './nodes-held'
import type { Planned } from './placement/rounds'
import type { Plan } from './placement/seek'
import type { Pushing } from './priority/decide-aside'
import type { Want } from './placement/decide-placement'
import { Recording } from './recording'
import { RequestsHeld } from './requests-held'
import { tellPreempted, tellWaitOver } from './told'
import { isNewcomer, type Left, Turns } from './turns'

/** Room comes first, and then nodes: of whoever has both to look for, the second is known after the first. */
const looksMost = 2
const within = (reach: Reach, namespace: string) => reach === '*' || reach.includes(namespace)

/**
 * Nothing was written yet: what somebody's own share was lent to, and whom somebody may push aside, is only looked at where it matters, and then all is settled anew. Where it
 * mattered to the batch before it is looked at first.
 */
export async function settleBatch(lane: Looking, loaded: Loaded, planned: readonly Planned<Item>[], of: Known = known): Promise<{ batch: Batch; settled: (Settled | 'again')[] }> {
  const settle = async (givingOf: (organisation: string) => Giving | null) => {
    const batch = new Batch(new Held(loaded.found, of), loaded.ground, loaded.requests, loaded.spent)
    await batch.turns.placeHeld(lane, planned)
    for (const organisation of lane.organisations) {
      const giving = givingOf(organisation)
      if (giving) await batch.turns.lookFor(lane, organisation, giving)
    }
    return { batch, settled: await batch.settleAll(lane, planned) }
  }
  let last = await settle((organisation) => of.givingOf(organisation))
  for (let looks = 0; !last.batch.isComplete && looks < looksMost; looks++) {
    const { batch } = last
    last = await settle((organisation) => batch.giving(organisation))
  }
  const { turns, held, now } = last.batch
  for (const organisation of lane.organisations) of.learnGiving(organisation, turns.mattered(organisation))
  for (const id of turns.foundNone) of.foundNoNode(id, held.lost, now)
  return last
}

type Unseen = { lent: boolean; readonly wantedBack: Want[]; readonly pushing: Pushing[] }

export class Batch {
  readonly changed = new Map<string, AllocationRow & { since: string }>()
  readonly queues: Map<string, Queued>
  readonly isPlayed: boolean
  readonly window: number
  readonly now: string
  readonly shelf = shelf
  readonly turns: Turns
  /** Tenants in which what was given lately is not only more than it was. */
  readonly altered = new Set<string>()
  /** Of each organisation what would matter, and nobody has looked for it yet. */
  #unseen = new Map<string, Unseen>()
  #made: Written['made'][number][] = []
  #told: Written['told'][number][] = []
  #signals: Written['signals'][number][] = []
  #idle: Written['idle'][number][] = []
  #recording: Recording
  #requests: RequestsHeld

  constructor(readonly held: Held, readonly ground: Ground, requests: readonly LaneRequest[] = [], spent: readonly SpentByRule[] = []) {
    this.#requests = new RequestsHeld(requests, spent, (request) => drawOf(secretKey('MASTER_KEY_FILE'), request))
    this.now = ground.now
    this.window = ground.window
    this.isPlayed = ground.isPlayed ?? false
    this.queues = ground.queues ?? new Map()
    this.turns = new Turns(this)
    this.#recording = new Recording(ground.now, held.keys)
  }

  /** Whatever could give way was looked at, where it matters. */
  get isComplete(): boolean { return this.#unseen.size === 0 }
  /** What is to be looked for before it is settled anew: what mattered already, and what was missing. */
  giving(organisation: string): Giving {
    const all = [this.turns.mattered(organisation), this.#unseen.get(organisation)]
    return { lent: all.some((one) => one?.lent), wantedBack: all.flatMap((one) => one?.wantedBack ?? []), pushing: all.flatMap((one) => one?.pushing ?? []) }
  }

  /** As they came; where somebody waits, first what gives back, and then those who wait and those who come now, each in their turn. */
  async settleAll(lane: Looking, planned: readonly Planned<Item>[]): Promise<(Settled | 'again')[]> {
    const settled = new Map<Planned<Item>, Settled | 'again'>()
    const newcomers = new Map<string, Map<string, Planned<Item>>>((this.ground.queued ?? []).map((organisation) => [organisation, new Map()]))
    for (const [at, one] of this.byClass(planned).entries()) {
      const queue = newcomers.get(one.item.by.organisation)
      if (queue && isNewcomer(one.item)) queue.set(`new ${String(at).padStart(4, '0')}`, one)
      else settled.set(one, this.settle(one))
    }
    for (const [organisation, own] of newcomers) await this.turns.settle(lane, organisation, own, settled)
    return planned.flatMap((one) => settled.get(one) ?? [])
  }

  /** Of those who come at once the higher class is first, in the places in which some of them came; whatever else is asked keeps its own. */
  byClass(planned: readonly Planned<Item>[]): readonly Planned<Item>[] {
    const coming = planned.filter(({ item }) => isNewcomer(item)).map((one) => ({ one, value: this.held.valueOf(one.item) })).sort((a, b) => b.value - a.value)
    return planned.map((one) => (isNewcomer(one.item) ? (coming.shift()?.one ?? one) : one))
  }

  readonly settle = ({ item, plan, isLast }: Planned<Item>): Settled | 'again' => {
    const { by, key, action } = item
    if (this.held.over.has(askerName(item))) return { denied: new Denied('grounds_changed') }
    const kept = key && `${by.actor?.personId}/${key.id}`
    const earlier = kept === null ? undefined : this.held.answers.get(kept)
    if (earlier) return earlier.action === action && earlier.inputDigest === key?.inputDigest && earlier.answer !== null ? { answer: JSON.parse(earlier.answer) as Answer<Json, string> } : { denied: new Denied('idempotency_key_reused') }
    const sought = soughtOf(item)
    const allocation = 'allocation' in sought ? this.held.allocations.get(sought.allocation) : undefined
    // What is not theirs to see is not there, and an allocation of another tenant was never loaded for this one.
    if ('allocation' in sought && (!allocation || allocation.tenant_id !== by.tenant || !within(by.namespaces, allocation.namespace_id))) return { denied: new Denied('not_found') }
    // Of what nobody had to be asked about there is nothing to answer.
    if (item.decider.placesHeld && !allocation?.wish) return { denied: new Denied('not_found') }
    if (item.decider.finds && !item.decider.finds(allocation ? this.#requests.of(allocation.id) : null)) return { denied: new Denied('not_found') }
    const place = allocation ? { namespace: allocation.namespace_id, class: allocation.class } : (sought as { namespace: string; class: string })
    const path = this.held.path(by, place.namespace, place.class)
    if (!path) return { denied: new Denied('not_found') }
    const { policy } = this.held.policyOf(by.tenant)
    const { facts, outcome } = this.#decide(item, this.#seen(item, path, allocation ?? null, sought, plan ?? this.turns.planFor(item)), policy)
    if (!isLast && item.decider.again?.(outcome, facts)) return 'again'
    if ('shows' in item.decider) return { answer: { ok: true, value: item.decider.shows(facts, outcome, policy, by.namespaces) } }
    const decided = item.decider.settle(facts, outcome)
    // Whoever only waits on, waits on: that is no deed.
    if (decided.isIdle || (action === 'allocations.start' && !decided.change)) return { answer: this.#rest(item, decided.answer(null)) }
    for (const victim of decided.victims ?? []) this.#preempt(by, victim)
    for (const kind of decided.signals ?? []) this.#signals.push({ kind, body: JSON.stringify({ tenant: by.tenant, namespace: place.namespace, person: by.actor?.personId ?? null }) })
    if (action === 'allocations.start' && allocation && decided.change?.state) this.#told.push(tellWaitOver(allocation, decided.change.state, this.#at))
    const { answer, told } = this.#write(item, path, place.namespace, allocation ?? null, decided, { facts: JSON.stringify(facts), outcome: keptOf(outcome) })
    if (kept !== null) this.held.answers.set(kept, { action, inputDigest: key?.inputDigest ?? '', answer: told })
    return { answer }
  }

  /** What changes nothing is no decision; but whoever asked has used their key. */
  #rest({ by: { actor }, key, action }: Item, answer: Answer<Json, string>): Answer<Json, string> {
    if (actor === null || key === null) return answer
    const told = { action, inputDigest: key.inputDigest, answer: JSON.stringify(answer) }
    this.held.answers.set(`${actor.personId}/${key.id}`, told)
    this.#idle.push({ person: actor.personId, key: key.id, ...told })
    return answer
  }

  /** What could give way is among the facts only of those to whom it matters. */
  #decide({ decider, input, by }: Pick<Item, 'decider' | 'input' | 'by'>, seen: Seen, policy: Policy): { readonly facts: never; readonly outcome: never } {
    const facts = decider.facts(seen, input as never)
    const outcome = decider.decide(facts, policy)
    const lent = seen.lent === null && decider.reclaims?.(outcome) ? this.turns.lentTo(by) : null
    if (lent) return this.#decide({ decider, input, by }, { ...seen, lent }, policy)
    const wanted = decider.wantsBack?.(outcome) ?? null
    const there = wanted && this.turns.lentThere(by, wanted, seen.lent !== null)
    if (there) return this.#decide({ decider, input, by }, { ...seen, lent: there }, policy)
    const pushing = decider.pushes?.(outcome) ?? null
    const aside = pushing && this.turns.asideFor(by, pushing)
    if (aside) return this.#decide({ decider, input, by }, { ...seen, aside }, policy)
    if (decider.reclaims?.(outcome)) this.#unseenIn(by.organisation).lent = true
    if (wanted) this.#unseenIn(by.organisation).wantedBack.push(wanted)
    if (pushing) this.#unseenIn(by.organisation).pushing.push(pushing)
    return { facts, outcome }
  }

  #unseenIn(organisation: string): Unseen {
    const known = this.#unseen.get(organisation) ?? { lent: false, wantedBack: [], pushing: [] }
    this.#unseen.set(organisation, known)
    return known
  }

  #preempt({ organisation, source }: By, { tenant, allocation }: Left): void {
    const by: By = { actor: null, organisation, tenant, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: source.reference } }
    const before = this.held.allocations.get(allocation)
    const settled = this.settle({ item: { action: 'allocations.preempt', decider: preemptAllocation as unknown as Item['decider'], input: { tenant, allocation }, key: null, by }, plan: null, isLast: true })
    if (!before || settled === 'again' || 'denied' in settled || !settled.answer.ok) throw new Error(`allocation ${allocation} was to give its place, and could not`)
    this.#told.push(tellPreempted(before, this.held.allocations.get(allocation)?.state ?? '', this.#at))
  }

  get #at(): string { return `${this.now.slice(0, 23)}Z` }

  #seen({ by, at, decider }: Item, path: readonly Holding[], allocation: AllocationRow | null, sought: Sought, plan: Plan | null): Seen {
    const { actor } = by
    const namespace = allocation?.namespace_id ?? ('namespace' in sought ? sought.namespace : '')
    const place = this.held.placeOf(by, namespace, path)
    const request = allocation && this.#requests.of(allocation.id)
    return {
      now: at ?? this.#at,
      asker: actor && { person: actor.personId, roles: [...new Set(actor.bindings.filter((held) => held.tenant === by.tenant && (held.namespace === null || held.namespace === namespace)).map(({ role }) => role))].sort(), machine: actor.token !== null },
      answering: (on) => actor && answeringOf(actor, on === 'platform' ? null : by.tenant),
      tenant: place.tenant, namespace: place.namespace, policy: place.policy, fleet: (wish) => this.held.known.places.factsOf(place, this.held.nodes, plan, wish, at ?? this.#at),
      allocation, ...this.held.around(by.tenant, namespace, actor?.personId ?? allocation?.asked_by, 'name' in sought ? sought.name : allocation?.ended_at ? allocation.name : null, path),
      placeIsFree: !allocation?.ended_at || allocation.placement === null || this.held.nodes.fits(placementOf(allocation.placement)),
      placedOn: allocation?.placement == null || allocation.ended_at ? [] : this.held.nodes.models(nodesOf(allocation.placement)),
      grown: (gpus) => (allocation?.placement == null ? null : this.held.nodes.grown(placementOf(allocation.placement), gpus)),
      used: allocation && decider.looksAtUse ? (this.held.used.get(allocation.id) ?? null) : null,
      ahead: this.turns.aheadOn(path), lent: null, aside: null, request, byRule: this.#requests.byRule(request), policies: this.held.policyOf(by.tenant).digest,
      hasShare: (of) => this.held.hasShare(by, namespace, of),
    }
  }

  #write(item: Item, path: readonly Holding[], namespace: string, before: AllocationRow | null, decided: Settling<Json, string>, kept: { facts: string; outcome: string }): { answer: Answer<Json, string>; told: string } {
    const { organisation, tenant, actor } = item.by
    const id = this.#recording.ids.next()
    const at = item.at ?? this.#at
    const resources = Object.keys(decided.amounts).sort()
    const moved = { used: resources.map((resource) => decided.posting.used[resource] ?? '0'), held: resources.map((resource) => decided.posting.held[resource] ?? '0') }
    for (const account of path) post(account, resources, moved, decided.unexplained ?? {})
    const allocation = this.#allocate(decided, { at, organisation, tenant, namespace, account: path.at(-1)?.row.id ?? '', person: actor?.personId ?? '', resources, before })
    if (allocation?.state === 'waiting' && allocation.waiting_since !== null && isNewcomer(item)) this.turns.holdUp(path, allocation)
    if (decided.answers && before) this.#requests.answer(before.id, decided.answers, at)
    if (decided.asks && allocation) this.#requests.ask(decided.asks(allocation.id, this.held.policyOf(tenant).digest), { id: this.#recording.ids.next(), allocation: allocation.id, organisation, tenant, namespace, person: actor?.personId ?? allocation.asked_by, at })
    const answer = decided.answer(allocation?.id ?? null)
    const told = JSON.stringify(answer)
    const { digest: policies, levels } = this.held.policyOf(tenant)
    this.#recording.keep(item, { id, at, path, namespace, allocation, resources, moved, decided, answer, told, policies, keeping: { levels, regimes: this.held.tenant(tenant).compliance }, ...kept })
    return { answer, told }
  }

  #allocate(decided: Settling<Json, string>, of: { at: string; organisation: string; tenant: string; namespace: string; account: string; person: string; resources: string[]; before: AllocationRow | null }): AllocationRow | null {
    const { before } = of
    if (decided.make && decided.verdict !== 'refuse') {
      const row: AllocationRow = {
        id: this.#recording.ids.next(), tenant_id: of.tenant, namespace_id: of.namespace, account_id: of.account, asked_by: of.person, resources: of.resources, amounts: of.resources.map((resource) => decided.amounts[resource] ?? '0'),
        asked_at: of.at, running_at: null, ended_at: null, version: '1', ...decided.make,
      }
      this.#made.push({ ...row, organisation_id: of.organisation })
      if (row.placement !== null) this.held.nodes.take(placementOf(row.placement))
      this.held.make(row)
      return row
    }
    if (!before || !decided.change) return before
    const after: AllocationRow = { ...before, ...decided.change, version: String(BigInt(before.version) + 1n) }
    this.changed.set(after.id, { ...after, since: this.changed.get(after.id)?.since ?? of.at })
    this.held.change(before, after)
    if (countsAs(before) !== countsAs(after)) this.altered.add(after.tenant_id)
    // What ends or waits again gives its nodes back, by whatever it does; what is placed later takes them then.
    if ((before.placement === null || before.ended_at !== null) && after.ended_at === null && after.placement !== null) this.held.nodes.take(placementOf(after.placement))
    if (before.ended_at === null && before.placement !== null && (after.ended_at !== null || after.placement === null)) this.held.nodes.giveBack(placementOf(before.placement))
    // What stays where it is with another size takes its place anew.
    if (before.ended_at === null && after.ended_at === null && before.placement !== null && after.placement !== null && after.placement !== before.placement) {
      this.held.nodes.giveBack(placementOf(before.placement))
      this.held.nodes.take(placementOf(after.placement))
    }
    return after
  }

  /** What the next may stand on: not where somebody waits or gives way, and not where a key was made that nobody has seen. */
  leaves({ made, changed, keys, told }: Written): Footing | null {
    const { ground: { organisation, tenants, stamp, window, read, queued }, held, now } = this
    const isPlain = !this.isPlayed && !queued?.length && keys.length === 0 && told.length === 0 && this.turns.isUnused && ![...made, ...changed].some((row) => row.waiting_since !== null)
    return isPlain && organisation !== null && stamp !== null ? { organisation, held, now, tenants, stamp, window, read } : null
  }

  written(): Written {
    return {
      accounts: [...this.held.accounts.values()].filter(({ moved }) => moved).map(({ row, used, held, unexplained, sequence }) => ({ id: row.id, used: [...used], held: [...held], unexplained: [...unexplained], deed_sequence: sequence.toString() })),
      made: this.#made, changed: [...this.changed.values()], ...this.#recording.written(), idle: this.#idle, told: this.#told, signals: this.#signals, sets: shelf.unwritten([...this.held.policies.values()]), nodes: this.held.nodes.written(), requests: this.#requests.written(),
    }
  }
}
