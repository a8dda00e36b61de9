/** What a batch holds, and what it knows of what stands around: carried from one wish to the next, so that what one moved the next one sees. */
import type { FreeName } from '~/server/database/assumed'
import type { AccountRow, AllocationRow, UsedRow } from '~/server/database/lane'
import type { Around } from '~/server/database/lane-around'
import type { Recipient } from '~/server/database/lane-given'
import type { Node } from '~/server/placement/fleet'
import { factsOf, type Holding, holdingOf, ownRoom } from './accounts-held'
import type { Seen, Sought } from './decider'
import type { Policy } from './facts'
import type { By, Item } from './item'
import { NodesHeld } from './nodes-held'
import { factsOfNamespace } from './namespace-facts'
import type { Known } from './known'
import { countsAs, type Sums, recipientName, recipientsOf } from './lately'
import type { Place } from './placement/places-seen'
import type { Shelved } from './policy-shelf'
import { knownAt } from './residency/decide-new-work'
import type { KnownRegion } from './residency/decide-residency'
import { type KeysHeld, takeKeys } from './recording'

export type Earlier = { readonly action: string; readonly inputDigest: string; readonly answer: string | null }
/** As it was read. */
export type Found = { readonly accounts: readonly AccountRow[]; readonly allocations: readonly AllocationRow[]; readonly around: Around; readonly nodes: readonly Node[]; readonly policies: ReadonlyMap<string, Shelved>; /** The accounts that were asked for, whether they are there or not. */ readonly asked: readonly string[]; /** Of what is weighed by its use. */ readonly used?: readonly UsedRow[]; /** What was given lately. */ readonly recent?: Sums; /** Who may no more what they asked for. */ readonly over?: ReadonlySet<string> }
type Whose = Pick<By, 'organisation' | 'tenant'>

export const pathOf = (organisation: string, tenant?: string, namespace?: string, of?: string) => ['platform', organisation, tenant, namespace, of].filter((part) => part !== undefined).join('/')
/** The accounts on the way to one, from the organisation down. */
export const wayTo = (account: string): string[] => account.split('/').slice(1).map((_, at) => account.split('/').slice(0, at + 2).join('/'))
export const addNew = <T>(known: Map<string, T>, key: string, value: T): void => { if (!known.has(key)) known.set(key, value) }

export class Held {
  readonly accounts = new Map<string, Holding>()
  readonly allocations = new Map<string, AllocationRow>()
  readonly nodes: NodesHeld
  readonly policies: Map<string, Shelved>
  readonly tenants = new Map<string, Around['tenants'][number]>()
  readonly regions: Around['regions']
  readonly now: string
  readonly keys: KeysHeld = new Map()
  readonly asked: ReadonlySet<string>
  readonly answers = new Map<string, Earlier>()
  readonly used: ReadonlyMap<string, UsedRow>
  readonly over: ReadonlySet<string>
  readonly #namespaces = new Map<string, Around['namespaces'][number]>()
  readonly #names: Set<string>
  readonly #pending = new Map<string, number>()
  readonly #recent = new Map<string, bigint>()

  constructor({ accounts, allocations, around, nodes, policies, asked, used, recent, over }: Found, readonly known: Known) {
    this.asked = new Set(asked)
    this.nodes = new NodesHeld(nodes, known.mirror)
    this.policies = new Map(policies)
    this.regions = around.regions
    this.used = new Map((used ?? []).map((row) => [row.id, row]))
    this.now = around.now
    this.over = over ?? new Set()
    this.#names = new Set(around.names.map((row) => nameOf(row)))
    for (const row of around.earlier) this.answers.set(`${row.person_id}/${row.idempotency_key}`, { action: row.action, inputDigest: row.input_digest, answer: row.answer })
    this.add(accounts, allocations, around, recent)
  }

  /** What was not known yet: what has been moved since is known better. */
  add(accounts: readonly AccountRow[], allocations: readonly AllocationRow[], around: Pick<Around, 'tenants' | 'namespaces' | 'keys' | 'pending'> | null, recent: Sums = new Map()): void {
    for (const row of accounts) addNew(this.accounts, row.id, holdingOf(row))
    for (const row of allocations) addNew(this.allocations, row.id, row)
    if (around) this.#addAround(around)
    for (const [whose, devices] of recent) addNew(this.#recent, whose, devices)
  }
  #addAround({ tenants, namespaces, keys, pending }: Pick<Around, 'tenants' | 'namespaces' | 'keys' | 'pending'>): void {
    takeKeys(this.keys, keys)
    for (const tenant of tenants) addNew(this.tenants, tenant.id, tenant)
    for (const row of namespaces) addNew(this.#namespaces, placeOf(row), row)
    for (const row of pending) addNew(this.#pending, placeOf(row), row.times)
  }

  /** Whether all that decides there was read: an account that was not found is known not to be there. */
  knows({ organisation, tenant }: Whose, namespace: string, of: string, person: string): boolean {
    return this.asked.has(pathOf(organisation, tenant, namespace, of)) && this.accounts.has(pathOf(organisation, tenant, namespace)) && this.#pending.has(`${tenant}/${namespace}`) && this.#knowsLately(tenant, namespace, person)
  }

  #knowsLately(tenant: string, namespace: string, person: string): boolean { return recipientsOf(tenant, namespace, person).every((whose) => this.#recent.has(recipientName(whose))) }

  /** Whether all that stands around one that waits was read. */
  isAround(tenant: string, namespace: string, person: string): boolean {
    return this.policies.has(tenant) && this.tenants.has(tenant) && this.#namespaces.has(`${tenant}/${namespace}`) && this.#knowsLately(tenant, namespace, person)
  }
  /** The accounts on the way to where something is charged; null where there is no such place. */
  path({ organisation, tenant }: Whose, namespace: string, of: string): Holding[] | null {
    const own = [pathOf(organisation), pathOf(organisation, tenant), pathOf(organisation, tenant, namespace)].map((id) => this.accounts.get(id))
    const ofClass = this.accounts.get(pathOf(organisation, tenant, namespace, of))
    return own.every((account) => account !== undefined) ? [...own, ...(ofClass ? [ofClass] : [])] : null
  }
  hasShare({ organisation, tenant }: Whose, namespace: string, of: string): boolean { return this.accounts.has(pathOf(organisation, tenant, namespace, of)) }
  tenant(id: string): Around['tenants'][number] {
    const tenant = this.tenants.get(id)
    if (!tenant) throw new Error(`tenant ${id} has an account and is not there`)
    return tenant
  }
  #namespace(tenant: string, id: string): Around['namespaces'][number] {
    const namespace = this.#namespaces.get(`${tenant}/${id}`)
    if (!namespace) throw new Error(`namespace ${id} of ${tenant} has an account and is not there`)
    return namespace
  }
  /** Whether nobody has a turn there, as it is while its account is held. */
  isShut({ tenant_id: tenant, namespace_id: namespace }: Pick<AllocationRow, 'tenant_id' | 'namespace_id'>): boolean {
    const { frozen, suspended_until: suspendedUntil } = this.tenant(tenant)
    const own = this.#namespace(tenant, namespace)
    return frozen || own.frozen || own.closed || (suspendedUntil !== null && Date.parse(this.now) < Date.parse(suspendedUntil))
  }
  policyOf(tenant: string): Shelved {
    const found = this.policies.get(tenant)
    if (!found) throw new Error(`no policies were taken for ${tenant}`)
    return found
  }

  /** As they stand at the moment of the batch: a disaster that is over is none. */
  #regionsFor(tenant: string): readonly KnownRegion[] { return knownAt(this.regions, this.policyOf(tenant).disasters, this.now) }
  /** The regions in which a disaster stands, as one text. */
  get lost(): string {
    const [any] = this.policies.values()
    return any ? knownAt<KnownRegion>(this.regions, any.disasters, this.now).flatMap(({ region, lostUntil }) => (lostUntil === undefined ? [] : [region])).sort().join() : ''
  }

  /** The platform's part of it is the same in every tenant. */
  anyPolicy(): Policy {
    const [any] = this.policies.values()
    if (!any) throw new Error('a batch is of some tenant')
    return any.policy
  }

  /** How high the class is that somebody asks for, or that what they ask about is of. */
  valueOf({ by: { tenant }, decider, input }: Item): number {
    const sought = decider.seeks(input as never)
    const of = sought.class ?? ('allocation' in sought ? this.allocations.get(sought.allocation)?.class : undefined)
    return this.policyOf(tenant).policy.priority.classes.find(({ id }) => id === of)?.value ?? 0
  }

  /** What is remembered of a place, so that its next wish is looked for before anything is held. */
  placeOf({ organisation, tenant: id }: Whose, namespace: string, path: readonly Holding[]): Place {
    const { frozen, isolation_level: isolationLevel, regions, suspended_until: suspendedUntil } = this.tenant(id)
    const own = this.#namespace(id, namespace)
    return this.known.places.learn(id, namespace, {
      tenant: { id, organisation, frozen, isolationLevel: Math.max(isolationLevel, own.isolation_level ?? 0), regions, ...(suspendedUntil === null ? {} : { suspendedUntil }) },
      namespace: factsOfNamespace(own),
      regions: this.#regionsFor(id), known: path.find(({ row }) => row.kind === 'namespace')?.row.resources ?? [], policy: this.policyOf(id).policy, room: ownRoom(path, 'nvidia.com/gpu'),
    })
  }

  /** How it stands for one wish, as far as it is the same whoever decides. */
  around(tenant: string, namespace: string, person: string | undefined, name: string | null, path: readonly Holding[]): Pick<Seen, 'accounts' | 'nameTaken' | 'pending' | 'regions' | 'recent'> {
    return {
      accounts: (resources) => factsOf(path, resources), regions: this.#regionsFor(tenant),
      nameTaken: name !== null && this.#names.has(`${tenant}/${namespace}/${name}`),
      pending: this.#pending.get(`${tenant}/${namespace}`) ?? 0,
      recent: { person: this.#given(person === undefined ? null : { tenant, person }), namespace: this.#given({ tenant, namespace }) },
    }
  }

  /** A name that is thought to be free. */
  freeName(sought: Sought): FreeName[] {
    return 'name' in sought && !this.#names.has(`${sought.tenant}/${sought.namespace}/${sought.name}`) ? [{ tenant: sought.tenant, namespace: sought.namespace, name: sought.name }] : []
  }

  make(row: AllocationRow): void {
    this.#names.add(nameOf(row))
    this.#count(row, 1)
    if (countsAs(row) !== null) this.#give(row)
  }
  change(before: AllocationRow, after: AllocationRow): void {
    this.allocations.set(after.id, after)
    if (after.ended_at !== null) this.#names.delete(nameOf(after))
    else this.#names.add(nameOf(after))
    this.#count(before, -1)
    this.#count(after, 1)
    if (countsAs(before) === null && countsAs(after) !== null) this.#give(after)
  }
  #given(whose: Recipient | null): string { return String((whose && this.#recent.get(recipientName(whose))) ?? 0n) }
  #give(row: AllocationRow): void {
    for (const whose of recipientsOf(row.tenant_id, row.namespace_id, row.asked_by).map(recipientName)) {
      const known = this.#recent.get(whose)
      if (known !== undefined) this.#recent.set(whose, known + BigInt(row.devices))
    }
  }
  #count(row: AllocationRow, times: 1 | -1): void {
    const known = this.#pending.get(placeOf(row))
    if (known !== undefined && (row.state === 'held' || row.state === 'waiting')) this.#pending.set(placeOf(row), known + times)
  }
}
const placeOf = (row: Pick<AllocationRow, 'tenant_id' | 'namespace_id'>) => `${row.tenant_id}/${row.namespace_id}`
const nameOf = (row: Pick<AllocationRow, 'tenant_id' | 'namespace_id' | 'name'>) => `${placeOf(row)}/${row.name}`
