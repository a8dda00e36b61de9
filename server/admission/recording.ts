/** What is written of a batch beside what it moves: a decision for each wish, a record of each deed, and of each refusal who was refused. */
import { accessEntry, actionOf, type Entry, metadataOf, recordedActor } from '~/server/audit/entry'
import { sealFor } from '~/server/audit/personal'
import { recordBytes } from '~/server/audit/record'
import { isAction } from '~/server/authorization/actions'
import type { Answer } from '~/server/database/deed'
import type { AllocationRow } from '~/server/database/lane'
import type { Around } from '~/server/database/lane-around'
import { listOf } from '~/server/database/lane-part'
import type { Decided, Written } from '~/server/database/lane-write'
import { KeyRing } from '~/server/keys/key-ring'
import { capture, type Levels, type Whose } from '~/server/levels/capture'
import type { Json } from '~/server/shared/canonical'
import { amountIn, type Holding, type Moved } from './accounts-held'
import type { Settling } from './decider'
import { Ids } from './ids'
import type { Item } from './item'

const keyRing = new KeyRing()
/** What each tenant's people are sealed with; null where it was destroyed. */
export type KeysHeld = Map<string, Buffer | null>
export function takeKeys(held: KeysHeld, rows: Around['keys']): void {
  for (const { tenant_id: tenant, wrapped } of rows) if (!held.has(tenant)) held.set(tenant, keyRing.take(tenant, wrapped))
}

/** How much of it is recorded: by which rules, in a tenant under which regimes. */
type Keeping = { readonly levels: Levels; readonly regimes: Whose['regimes'] }
/** A wish that is settled: its decision's id, what it moved, in the order of its resources, and what is kept of how it came to that. */
export type Done = {
  readonly id: string; readonly at: string; readonly path: readonly Holding[]; readonly namespace: string; readonly allocation: AllocationRow | null; readonly resources: readonly string[]
  readonly moved: Moved; readonly decided: Settling<Json, string>; readonly answer: Answer<Json, string>; /** The answer, as whoever asks again is told it. */ readonly told: string
  readonly policies: string; readonly keeping: Keeping; readonly facts: string; readonly outcome: string
}

export class Recording {
  #newKeys: { tenant: string; wrapped: Buffer }[] = []
  #decisions: Decided[] = []
  #records: Written['records'][number][] = []
  #access: Written['access'][number][] = []
  readonly ids: Ids
  constructor(readonly now: string, readonly keys: KeysHeld) { this.ids = new Ids(now) }

  keep(item: Item, { id, at, path, namespace, allocation, resources, moved, decided, answer, told, policies, keeping, facts, outcome }: Done): void {
    const { by: { actor, organisation, tenant, source }, action, input, key } = item
    const after = (which: 'used' | 'held') => path.map((account) => resources.map((resource) => amountIn(account, which, resource)))
    const [used, held] = [after('used'), after('held')]
    this.#decisions.push({
      row: {
        id, organisation_id: organisation, tenant_id: tenant, namespace_id: namespace, allocation_id: allocation?.id, person_id: actor?.personId, idempotency_key: key?.id, input_digest: key?.inputDigest, action, verdict: decided.verdict, reason: decided.reason, at,
        accounts: listOf(path.map(({ row }) => row.id)), resources: listOf(resources), used: listOf(moved.used), held: listOf(moved.held), used_after: listOf(used.flat()), held_after: listOf(held.flat()), policies,
      },
      facts, outcome, answer: told,
    })
    const named = allocation && { namespace, name: allocation.name }
    if (decided.verdict === 'refuse' && !decided.change) this.#noteRefusal(item, decided.reason, at, keeping, named)
    else this.#record(item, path, {
      level: 'Metadata', actor: { ...recordedActor(actor, source), ...(actor ? {} : { serviceAccount: 'engine' }) }, action: { ...actionOf(action, input), ...named }, outcome: 'done', reason: decided.word ?? decided.reason, request: null, response: null,
      context: {
        decision: id, verdict: decided.verdict, before: decided.effect.before, after: decided.effect.after,
        // The organisation's line is made of what other tenants use, and this record is the tenant's to read; the decision keeps it.
        quota: path.flatMap(({ row }, way) => (row.kind === 'organisation' ? [] : [{ account: row.id, lines: resources.map((resource, n) => ({ resource, used: used[way]?.[n] ?? '0', held: held[way]?.[n] ?? '0', movedUsed: moved.used[n] ?? '0', movedHeld: moved.held[n] ?? '0' })) }])),
      },
      metadata: { ...metadataOf(source.reference), region: allocation?.region ?? null, policyVersion: policies },
    }, at, { asked: input, answered: 'value' in answer ? answer.value : null }, keeping)
  }

  /** Whoever names an allocation names it by its id; the record says what people call it, and where it is. */
  #noteRefusal({ by: { actor }, action, input }: Item, reason: string | null, at: string, { levels, regimes }: Keeping, named: { namespace: string; name: string } | null): void {
    // What the engine wanted and may not is no attempt of anybody's.
    if (!actor || !isAction(action)) return
    const { tenant, asked, ...entry } = accessEntry({ actor, action, asked: input, outcome: 'refused', reason })
    const body = capture({ ...entry, action: { ...entry.action, ...named } }, { tenant, regimes }, { asked }, levels)
    if (body) this.#access.push({ tenant, body: JSON.stringify(body), at })
  }

  #record(item: Item, [, tenant]: readonly Holding[], done: Entry, at: string, bodies: { asked: Json; answered: Json }, { levels, regimes }: Keeping): void {
    if (!tenant) throw new Error('a tenant numbers its deeds')
    const id = tenant.row.tenant_id ?? ''
    const entry = capture(done, { tenant: id, regimes }, bodies, levels)
    if (!entry) throw new Error('a decision that is not recorded is none')
    tenant.sequence += 1n
    tenant.moved = true
    const timestamp = item.at === undefined ? this.now : at
    const auditId = `audit-${this.ids.next()}`
    this.#records.push({ tenant: id, sequence: tenant.sequence.toString(), at: timestamp, ...recordBytes(entry, { tenant: id, stream: 'deed', sequence: tenant.sequence, auditId, timestamp }, sealFor(this.#keyOf(id), id)) })
  }

  #keyOf(tenant: string): Buffer | null {
    const known = this.keys.get(tenant)
    if (known !== undefined) return known
    const { wrapped, key } = keyRing.make(tenant)
    this.#newKeys.push({ tenant, wrapped })
    this.keys.set(tenant, key)
    return key
  }

  written(): Pick<Written, 'decisions' | 'records' | 'access' | 'keys'> { return { decisions: this.#decisions, records: this.#records, access: this.#access, keys: this.#newKeys } }
}
