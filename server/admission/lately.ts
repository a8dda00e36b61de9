/**
 * What was given lately and nobody said yes to: of one person in a tenant, and in one namespace. Of somebody who asks often it is many rows, so it is read once and carried from
 * one batch to the next, for as long as nobody else decides anything in the tenant. The tenant's own number of deeds, read with its account held, says whether anybody did.
 */
import type { AccountRow, AllocationRow, Looking } from '~/server/database/lane'
import type { Given, GivenTo, Recipient } from '~/server/database/lane-given'
import type { Written } from '~/server/database/lane-write'

/** As many of each are looked at, the last: a bound above that holds for larger pieces only. */
const lastMost = 1_024
/** And after so many of all together it begins anew. */
const rememberedMost = 500_000

export const recipientName = (whose: Recipient): string => ('person' in whose ? `${whose.tenant} ${whose.person}` : `${whose.tenant}/${whose.namespace}`)
/** Recipient it is what somebody is given somewhere. */
export const recipientsOf = (tenant: string, namespace: string, person: string): Recipient[] => [{ tenant, namespace }, { tenant, person }]
export const distinct = (of: readonly Recipient[]): Recipient[] => [...new Map(of.map((whose) => [recipientName(whose), whose])).values()]
/** Of each, how many devices that were. */
export type Sums = ReadonlyMap<string, bigint>
const sumOf = (given: readonly Given[]): bigint => given.reduce((sum, { devices }) => sum + devices, 0n)
/** As it was read, of all since then. */
export type Read = { readonly since: number; readonly rows: readonly GivenTo[] }
export const readLately = async (lane: Looking, of: readonly Recipient[], since: number): Promise<Read> => ({ since, rows: await lane.given(of, new Date(since).toISOString(), lastMost) })
export const sumsOf = ({ rows }: Read): Sums => new Map(rows.map(({ whose, given }) => [recipientName(whose), sumOf(given)]))

type Row = Pick<AllocationRow, 'tenant_id' | 'namespace_id' | 'asked_by' | 'admitted_at' | 'approved_by' | 'devices'>
/** What of an allocation counts here, as one text; null where nothing does. */
export const countsAs = ({ admitted_at: at, approved_by: approved, devices }: Row): string | null => (at === null || approved !== null || devices === '0' ? null : `${at} ${devices}`)

/** Of one person or namespace: all since then, the oldest first. */
class Last {
  #since: number
  #first = 0
  #sum = 0n
  readonly #times: number[] = []
  readonly #devices: bigint[] = []
  constructor(since: number, given: readonly Given[]) {
    this.#since = since
    for (const { at, devices } of given) this.add(at, devices)
  }

  get length(): number { return this.#times.length - this.#first }
  /** Null where it would have to know of more. */
  sumSince(since: number): bigint | null {
    if (since < this.#since) return null
    this.#since = since
    while (this.length > 0 && (this.#times[this.#first] ?? 0) <= since) this.#drop()
    return this.#sum
  }
  /** False where it would have to stand before another. */
  add(at: number, devices: bigint): boolean {
    if (at < (this.#times.at(-1) ?? 0)) return false
    this.#times.push(at)
    this.#devices.push(devices)
    this.#sum += devices
    if (this.length > lastMost) this.#drop()
    return true
  }
  #drop(): void {
    this.#sum -= this.#devices[this.#first] ?? 0n
    this.#first++
    if (this.#first < lastMost) return
    this.#times.splice(0, this.#first)
    this.#devices.splice(0, this.#first)
    this.#first = 0
  }
}

export class Lately {
  /** By tenant: the number of its last deed that is in it, and of whom it is known. */
  readonly #tenants = new Map<string, { sequence: bigint; readonly last: Map<string, Last> }>()
  #remembered = 0

  /** Those of whom it is not known, as far as anybody can say before the accounts are held. */
  unknown(of: readonly Recipient[], since: number): Recipient[] { return of.filter((whose) => this.#sumOf(whose, since) === null) }

  /** Of each, in the tenants as they stand: what is not known of them is asked for. `read` was asked for when they were held already, before they were known. */
  async take(lane: Looking, of: readonly Recipient[], { accounts, read }: { readonly accounts: readonly AccountRow[]; readonly read: Read }, since: number): Promise<Sums> {
    const numbers = new Map(accounts.flatMap(({ kind, tenant_id: tenant, deed_sequence: sequence }) => (kind === 'tenant' && tenant !== null ? [[tenant, BigInt(sequence)] as const] : [])))
    for (const [tenant, sequence] of numbers) if (this.#tenants.get(tenant)?.sequence !== sequence) this.#forget(tenant)
    this.#keep(read, numbers)
    const known = of.map((whose) => ({ whose, sum: this.#sumOf(whose, since) }))
    const missing = known.flatMap(({ whose, sum }) => (sum === null && numbers.has(whose.tenant) ? [whose] : []))
    const asked = await readLately(lane, missing, since)
    this.#keep(asked, numbers)
    return new Map([...known.flatMap(({ whose, sum }) => (sum === null ? [] : [[recipientName(whose), sum] as const])), ...sumsOf(asked)])
  }

  /** What a batch wrote, once it is committed. Of a tenant in which it altered what counted, or that stood otherwise when the batch began, all is read anew. */
  learn({ records, made }: Pick<Written, 'records'> & { readonly made: readonly Row[] }, altered: ReadonlySet<string>): void {
    for (const { tenant: id, sequence } of records) {
      const tenant = this.#tenants.get(id)
      if (tenant?.sequence === BigInt(sequence) - 1n && !altered.has(id)) tenant.sequence++
      else this.#forget(id)
    }
    for (const row of made) if (!this.#add(row)) this.#forget(row.tenant_id)
  }
  #add(row: Row): boolean {
    const { tenant_id: tenant, namespace_id: namespace, asked_by: person, admitted_at: at, devices } = row
    if (at === null || countsAs(row) === null) return true
    return recipientsOf(tenant, namespace, person).every((whose) => {
      const last = this.#tenants.get(tenant)?.last.get(recipientName(whose))
      if (last) this.#remembered++
      return last?.add(Date.parse(at), BigInt(devices)) ?? true
    })
  }

  #sumOf(whose: Recipient, since: number): bigint | null { return this.#tenants.get(whose.tenant)?.last.get(recipientName(whose))?.sumSince(since) ?? null }
  #keep({ rows, since }: Read, numbers: ReadonlyMap<string, bigint>): void {
    for (const { whose, given } of rows) {
      const sequence = numbers.get(whose.tenant)
      if (sequence === undefined) continue
      if (this.#remembered >= rememberedMost) this.forget()
      const tenant = this.#tenants.get(whose.tenant) ?? { sequence, last: new Map<string, Last>() }
      this.#tenants.set(whose.tenant, tenant)
      tenant.last.set(recipientName(whose), new Last(since, given))
      this.#remembered += given.length + 1
    }
  }
  #forget(tenant: string): void { this.#tenants.delete(tenant) }
  /** All of it is read anew. */
  forget(): void {
    this.#tenants.clear()
    this.#remembered = 0
  }
}
