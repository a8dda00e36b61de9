/** What the ledger grants beside what the clusters say they run: pure, and total. Amounts are decimal strings in smallest units, so that what is kept is what was compared. */
import { grouped } from '~/server/shared/grouped'
export type Amounts = Readonly<Record<string, string>>
export type Grant = {
  readonly allocation: string; readonly tenant: string; readonly namespace: string; readonly state: string; readonly pods: number; readonly amounts: Amounts
  readonly region: string | null; readonly runningAt: string | null; readonly endedAt: string | null; /** When it was last given another size. */ readonly resizedAt: string | null
}
export type Running = { readonly cluster: string; readonly workload: string; readonly tenant: string | null; readonly namespace: string | null; readonly allocation: string | null; readonly amounts: Amounts }
/** What stands in a namespace's account as unexplained: of each resource that it has a quota of, and of no other can anything stand. */
export type Unexplained = { readonly tenant: string; readonly namespace: string; readonly amounts: Amounts }
export type Kind = 'orphan' | 'phantom' | 'out_of_band' | 'unit_mismatch' | 'late_release'
/** By how much, and since when it has been seen. */
export type Difference = {
  readonly kind: Kind; readonly of: string; readonly tenant: string | null; readonly namespace: string | null; readonly allocation: string | null; readonly amounts: Amounts; readonly since: string
}
export type Previous = { readonly at: string; readonly differences: readonly Pick<Difference, 'kind' | 'of' | 'since'>[]; /** Of whom it was too much then. */ readonly alarming: readonly string[] }
export type Fleet = {
  readonly grants: readonly Grant[]; readonly running: readonly Running[]; readonly unexplained: readonly Unexplained[]
  /** The regions whose every cluster was heard of lately: only there is what nobody names known to be gone. */
  readonly heard: readonly string[]
}
export type Compared = {
  readonly differences: readonly Difference[]
  /** What is to be set right: allocations that run nowhere, and what each namespace's account is to say beside what it says. */
  readonly fail: readonly Grant[]
  readonly post: readonly Unexplained[]
  /** In hundredths of a percent, rounded up, of the resource that is furthest off: so that what is more than five percent reads so. */
  readonly offBy: number
  /** Of whom more than five percent is off: of tenants by their name, of all of them together as `the fleet`. */
  readonly alarming: readonly string[]
  /** Whether something of that is to be told: it is too much since now, or something in it was not there the last time. */
  readonly tells: boolean
  readonly missed: boolean
}

export const everyMs = 300_000
/** What has just begun, ended or become smaller is on its way. */
export const graceMs = 60_000
const percentMost = 5n
/** No tenant is called so: a name of one has no space in it. */
const ofFleet = 'the fleet'

const isOver = ({ endedAt }: Grant) => endedAt !== null
const grants = ({ state }: Grant) => state === 'admitted' || state === 'running'

export function decideDifferences({ grants: all, running, unexplained, heard }: Fleet, previous: Previous | null, now: string): Compared {
  const seen = new Map((previous?.differences ?? []).map(({ kind, of, since }) => [`${kind} ${of}`, since]))
  const byId = new Map(all.map((grant) => [grant.allocation, grant]))
  const found: Omit<Difference, 'since'>[] = []
  const granted = running.filter((one) => {
    const grant = one.allocation === null ? undefined : byId.get(one.allocation)
    // Whose it says it is must be whose it was granted to: an allocation's id is no secret.
    const isGranted = grant !== undefined && grant.tenant === one.tenant && grant.namespace === one.namespace && (grants(grant) || isOver(grant))
    if (!isGranted) found.push(differenceOf('orphan', one, one.amounts))
    return isGranted
  })
  const ofGrant = grouped(granted, ({ allocation }) => allocation)
  const late = (moment: string | null) => moment !== null && Date.parse(now) - Date.parse(moment) >= graceMs
  const fail: Grant[] = []
  for (const grant of all) {
    const runs = ofGrant.get(grant.allocation) ?? []
    if (isOver(grant)) {
      if (late(grant.endedAt)) for (const one of runs) found.push(differenceOf('late_release', one, one.amounts))
    } else if (runs.length === 0) {
      if (grant.state !== 'running' || !late(grant.runningAt) || grant.region === null || !heard.includes(grant.region)) continue
      found.push({ kind: 'phantom', of: grant.allocation, tenant: grant.tenant, namespace: grant.namespace, allocation: grant.allocation, amounts: grant.amounts })
      fail.push(grant)
    } else if (grant.resizedAt === null || late(grant.resizedAt)) found.push(...compare(grant, runs))
  }
  const differences = found.map((one) => ({ ...one, since: seen.get(`${one.kind} ${one.of}`) ?? now })).sort((one, other) => compareText(`${one.kind} ${one.of}`, `${other.kind} ${other.of}`))
  const current = all.filter(grants)
  const alarms = alarmsOf(current, running, differences)
  const isNews = ({ kind, of }: Difference) => !seen.has(`${kind} ${of}`)
  return {
    differences, fail, post: postingsOf(differences, unexplained), offBy: hundredthsOf(furthestOff(current, running, differences)), alarming: alarms.map(({ of }) => of),
    tells: alarms.some(({ of, differences: own }) => !previous?.alarming.includes(of) || own.some(isNews)),
    missed: previous !== null && Date.parse(now) - Date.parse(previous.at) > 2 * everyMs,
  }
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const min = (one: bigint, other: bigint) => (one < other ? one : other)
const differenceOf = (kind: Kind, one: Running, amounts: Amounts): Omit<Difference, 'since'> => ({ kind, of: `${one.cluster}/${one.workload}`, tenant: one.tenant, namespace: one.namespace, allocation: one.allocation, amounts })

/** Pod by pod for units, which are wrong by a factor; all together for what is beyond the grant. Less than was granted is within it. */
function compare(grant: Grant, runs: readonly Running[]): Omit<Difference, 'since'>[] {
  const mistaken = new Set<string>()
  const units = runs.flatMap((one) => {
    const wrong = Object.entries(one.amounts).filter(([resource, amount]) => isOtherUnit(BigInt(amount), BigInt(grant.amounts[resource] ?? 0) / BigInt(grant.pods)))
    for (const [resource] of wrong) mistaken.add(resource)
    return wrong.length ? [differenceOf('unit_mismatch', one, Object.fromEntries(wrong.map(([resource, amount]) => [resource, distance(BigInt(amount), BigInt(grant.amounts[resource] ?? 0) / BigInt(grant.pods)).toString()])))] : []
  })
  const sums = sumOf(runs.map(({ amounts }) => amounts))
  const beyond = Object.entries(sums).filter(([resource, amount]) => !mistaken.has(resource) && amount > BigInt(grant.amounts[resource] ?? 0))
  const outOfBand = { kind: 'out_of_band', of: grant.allocation, tenant: grant.tenant, namespace: grant.namespace, allocation: grant.allocation, amounts: Object.fromEntries(beyond.map(([resource, amount]) => [resource, (amount - BigInt(grant.amounts[resource] ?? 0)).toString()])) } as const
  return beyond.length ? [...units, outOfBand] : units
}

const distance = (one: bigint, other: bigint) => (one > other ? one - other : other - one)
/** Thousands, or powers of two from a sector of a disk up, and nothing left over: nobody grants a thousand times too much by hand. */
const factors = new Set([...[1, 2, 3, 4].map((power) => 1000n ** BigInt(power)), ...Array.from({ length: 32 }, (_, power) => 2n ** BigInt(power + 9))])
export function isOtherUnit(one: bigint, other: bigint): boolean {
  const [less, more] = one < other ? [one, other] : [other, one]
  return less > 0n && more % less === 0n && factors.has(more / less)
}

function sumOf(all: readonly Amounts[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const amounts of all) for (const [resource, amount] of Object.entries(amounts)) sums[resource] = (sums[resource] ?? 0n) + BigInt(amount)
  return sums
}

type Of = Pick<Difference, 'amounts'>
type Off = { readonly difference: bigint; readonly total: bigint }
const amountsOf = (all: readonly Of[]) => all.map(({ amounts }) => amounts)
const hundredthsOf = ({ difference, total }: Off): number => (total === 0n ? 0 : Number(min((difference * 10_000n + total - 1n) / total, 1_000_000n)))

/** Where too much is off: in the fleet, and of each tenant, because in a large fleet all that a small one has is next to nothing. One of what a tenant has in ones is no pattern yet. */
function alarmsOf(granted: readonly Grant[], running: readonly Running[], differences: readonly Difference[]): { readonly of: string; readonly differences: readonly Difference[] }[] {
  const isTooMuch = ({ difference, total }: Off) => difference * 100n > percentMost * total
  const own = grouped(differences, ({ tenant }) => tenant)
  const tenants = [...own.keys()].filter((tenant) => tenant !== null).sort(compareText)
  const tooMuch = tenants.flatMap((tenant) => {
    const [mine, isTheirs] = [own.get(tenant) ?? [], (one: { readonly tenant: string | null }) => one.tenant === tenant]
    const off = furthestOff(granted.filter(isTheirs), running.filter(isTheirs), mine, 1n)
    return isTooMuch(off) ? [{ of: tenant, differences: mine }] : []
  })
  return [...(isTooMuch(furthestOff(granted, running, differences)) ? [{ of: ofFleet, differences }] : []), ...tooMuch]
}

/** Of each resource, the differences beside the larger of what is granted and what runs; those of no more than `spared` of it are left out. */
function furthestOff(granted: readonly Of[], running: readonly Of[], differences: readonly Of[], spared = 0n): Off {
  const [grant, run] = [sumOf(amountsOf(granted)), sumOf(amountsOf(running))]
  return Object.entries(sumOf(amountsOf(differences))).filter(([, difference]) => difference > spared).map(([resource, difference]) => ({ difference, total: (grant[resource] ?? 0n) > (run[resource] ?? 0n) ? (grant[resource] ?? 0n) : (run[resource] ?? 0n) }))
    .reduce((worst, one) => (one.difference * worst.total > worst.difference * one.total || (worst.difference === 0n && one.difference > 0n) ? one : worst), { difference: 0n, total: 0n })
}

/** What runs beyond any grant is of no use to anybody else. What is only written in another unit takes nothing. */
function postingsOf(differences: readonly Difference[], unexplained: readonly Unexplained[]): Unexplained[] {
  const wanted = grouped(differences.filter(({ kind }) => kind !== 'phantom' && kind !== 'unit_mismatch'), ({ tenant, namespace }) => `${tenant}/${namespace}`)
  return unexplained.flatMap(({ tenant, namespace, amounts: stands }) => {
    const sums = sumOf((wanted.get(`${tenant}/${namespace}`) ?? []).map(({ amounts }) => amounts))
    const amounts = Object.fromEntries(Object.keys(stands).sort().map((resource) => [resource, (sums[resource] ?? 0n).toString()]))
    return Object.entries(amounts).some(([resource, amount]) => amount !== stands[resource]) ? [{ tenant, namespace, amounts }] : []
  }).sort((one, other) => compareText(`${one.tenant}/${one.namespace}`, `${other.tenant}/${other.namespace}`))
}
