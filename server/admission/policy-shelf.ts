import type { Looking } from '~/server/database/lane'
import type { Levels } from '~/server/levels/capture'
import { levelsFrom, usualLevels } from '~/server/levels/levels-now'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'
import type { Policy } from './facts'
import { policyFrom } from './policy'
import type { Disaster } from './residency/decide-failover'
import { emergencyPolicies } from './residency/failover-policy'

/** How much is recorded stands beside what is decided by, and is no part of it: no decision came out otherwise for it. Where a disaster is declared a decision has among its facts, of the regions. */
export type Shelved = { readonly policy: Policy; readonly digest: string; readonly body: string; readonly levels: Levels; readonly disasters: readonly Disaster[] }
type Version = { readonly tenant_id: string | null; readonly kind: string; readonly version: string }
const nameOf = ({ tenant_id: tenant, kind, version }: Version) => `${tenant ?? ''}|${kind}|${version}`
const shelvedMax = 10_000
/** Whatever was forgotten is written once more, and is there already. */
const writtenMax = 100_000

/** Policies never change, they are replaced by their next version: whatever was read once is kept. Which versions hold is asked in every batch. */
export class PolicyShelf {
  #bodies = new Map<string, Json>()
  #sets = new Map<string, Shelved>()
  #written = new Set<string>()

  async take(lane: Looking, tenants: readonly string[], versions: readonly Version[]): Promise<Map<string, Shelved>> {
    if (this.#bodies.size >= shelvedMax) this.#bodies.clear()
    const missing = versions.filter((version) => !this.#bodies.has(nameOf(version)))
    const bodies = new Map(versions.flatMap((version) => { const body = this.#bodies.get(nameOf(version)); return body === undefined ? [] : [[nameOf(version), body] as const] }))
    for (const row of await lane.policies(missing.map(({ tenant_id: tenant, kind, version }) => ({ tenant, kind, version })))) {
      bodies.set(nameOf(row), row.body)
      this.#bodies.set(nameOf(row), row.body)
    }
    return new Map(tenants.map((tenant) => [tenant, this.#setOf(versions.filter(({ tenant_id: of }) => of === null || of === tenant), bodies)]))
  }

  #setOf(versions: readonly Version[], bodies: ReadonlyMap<string, Json>): Shelved {
    const lost = versions.find((version) => !bodies.has(nameOf(version)))
    if (lost) throw new Error(`policy ${nameOf(lost)} holds and was not read`)
    const name = versions.map(nameOf).sort().join(' ')
    const known = this.#sets.get(name)
    if (known) return known
    const body = canonicalBytes(policyFrom(versions.map((version) => ({ tenant: version.tenant_id, kind: version.kind, body: bodies.get(nameOf(version)) ?? null }))) as unknown as Json).toString()
    // Decided by what is kept: the same names in the same order.
    const policy = JSON.parse(body) as Policy
    const platforms = (name: string) => versions.find(({ tenant_id: of, kind }) => of === null && kind === name)
    const [said, declared] = [platforms('levels'), platforms('disasters')]
    const { disasters } = emergencyPolicies.disasters.schema.parse(declared ? bodies.get(nameOf(declared)) : emergencyPolicies.disasters.usual)
    const made = { disasters, levels: said ? levelsFrom(said.version, bodies.get(nameOf(said))) : usualLevels, policy, digest: digestOf(policy as unknown as Json), body }
    if (this.#sets.size >= shelvedMax) this.#sets.clear()
    this.#sets.set(name, made)
    return made
  }

  /** Those that this process has not seen in the database yet. What a batch wrote and lost is written again, because only `keep` takes it off. */
  unwritten(sets: readonly Shelved[]): { digest: string; body: string }[] {
    const digests = new Map(sets.filter(({ digest }) => !this.#written.has(digest)).map(({ digest, body }) => [digest, body]))
    return [...digests].map(([digest, body]) => ({ digest, body }))
  }
  keep(digests: readonly string[]): void {
    if (this.#written.size >= writtenMax) this.#written.clear()
    for (const digest of digests) this.#written.add(digest)
  }
}
