/** What is asked of somebody about the allocations of a batch, carried from one wish to the next in memory. */
import type { Answered, Asking, LaneRequest, SpentByRule, WrittenRequests } from '~/server/database/lane-requests'
import type { Spent } from '~/server/requests/decide-by-rule'

type Of = { readonly id: string; readonly allocation: string; readonly organisation: string; readonly tenant: string; readonly namespace: string; readonly person: string; readonly at: string }

export class RequestsHeld {
  #open: Map<string, LaneRequest>
  #asked = new Map<string, WrittenRequests['asked'][number]>()
  #answered = new Map<string, LaneRequest>()
  #words: WrittenRequests['words'][number][] = []
  #spent: Map<string, { deviceHours: bigint; owes: boolean }>
  constructor(held: readonly LaneRequest[], spent: readonly SpentByRule[], readonly draw: (request: string) => number) {
    this.#open = new Map(held.map((row) => [row.allocation_id, row]))
    this.#spent = new Map(spent.map((row) => [`${row.tenant_id} ${row.person_id}`, { deviceHours: BigInt(row.device_hours), owes: row.owes }]))
  }

  of(allocation: string): LaneRequest | null { return this.#open.get(allocation) ?? null }

  /** What a rule looks at, with what earlier ones of the batch spent. */
  byRule(request: LaneRequest | null): Spent | null {
    if (request?.by_rule !== 'due' || request.state !== 'open') return null
    const spent = this.#spent.get(whose(request))
    return spent ? { draw: this.draw(request.id), spent: String(spent.deviceHours), owes: spent.owes } : null
  }

  ask({ terms, digest, ...asking }: Asking, { id, allocation, organisation, tenant, namespace, person, at }: Of): void {
    const row = { ...asking, id, terms: digest, terms_body: terms as LaneRequest['terms_body'], state: 'open', allocation_id: allocation, organisation_id: organisation, tenant_id: tenant, namespace_id: namespace, requested_by: person, requested_at: at, said_yes: [], decided_by: null, decided_at: null, asked_at: null, carried_out_at: null, device_hours: null, recused: [] }
    this.#asked.set(id, row)
    this.#open.set(allocation, row)
  }

  answer(allocation: string, { change, byRule, ...answered }: Answered, at: string): void {
    const before = this.#open.get(allocation)
    if (!before) throw new Error(`nothing is asked about allocation ${allocation}`)
    const after = { ...before, ...answered }
    const asked = this.#asked.get(after.id)
    if (asked) this.#asked.set(after.id, { ...asked, ...answered })
    else this.#answered.set(after.id, after)
    const spent = before.by_rule === 'due' ? this.#spent.get(whose(before)) : undefined
    if (spent) this.#spent.set(whose(before), { deviceHours: spent.deviceHours + BigInt(after.device_hours ?? 0), owes: spent.owes || after.by_rule === 'drawn' })
    if (after.state === 'open' || after.carried_out_at === null) this.#open.set(allocation, after)
    else this.#open.delete(allocation)
    for (const [kind, body] of [['change', change], ['rule', byRule]] as const) if (body !== undefined) this.#words.push({ kind, request: after.id, tenant: after.tenant_id, terms: after.terms, body: JSON.stringify(body), at })
  }

  written(): WrittenRequests { return { asked: [...this.#asked.values()], answered: [...this.#answered.values()], words: this.#words } }
}
const whose = ({ tenant_id: tenant, requested_by: person }: LaneRequest) => `${tenant} ${person}`
