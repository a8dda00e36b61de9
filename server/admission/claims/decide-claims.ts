import { measure } from '~/server/admission/decide-reading'
import type { Found } from '~/server/admission/found'
import type { Amount } from '~/server/shared/amount'
import { type ClaimShape, claimOf } from './decide-claim-shape'
import type { JsonRead } from './strict-json'

export type ClaimsReason = 'claim_unreadable' | 'admin_access' | 'class_not_approved' | 'driver_not_allowed' | 'parameters_too_large' | 'parameters_too_deep' | 'too_many_devices'
/** What the security team hears of, though it was refused. */
export type ClaimSignal = 'admin_access' | 'large_parameters'
export type Claims = {
  readonly classes: readonly string[]
  readonly drivers: readonly string[]
  readonly devicesPerClaimMost: number
  /** As what a request for all the devices that match is counted: what it can come to, not what it happens to find. */
  readonly devicesOfAll: number
}
/** A claim as it was read, and how many of it there will be: a template makes one for each pod. */
export type ClaimGiven = { readonly name: string; readonly read: JsonRead; readonly copies: Amount }
/** `byClass` is what `<class>.deviceclass.resource.k8s.io/devices` is charged. */
export type ClaimsFound = Found<ClaimsReason> & { readonly devices: Amount; readonly byClass: Readonly<Record<string, Amount>>; readonly signals: readonly ClaimSignal[] }

/** Kubernetes refuses more than this itself, so that what is larger still is an attempt at something. */
export const parametersMost = 10 * 1024
export const parametersSuspect = 16 * 1024
export const parametersDepthMost = 32
/** A pod may ask for devices of a class without a claim, by a resource of this name. */
export const implied = 'deviceclass.resource.kubernetes.io/'

type Fault = { readonly reason: ClaimsReason; readonly says: string }
type Counted = { readonly devices: Amount; readonly byClass: ReadonlyMap<string, Amount> }
type Seen = { readonly faults: readonly Fault[]; readonly signals: readonly ClaimSignal[]; readonly counted: Counted }
const none: Counted = { devices: 0n, byClass: new Map() }
const precedence: readonly ClaimsReason[] = ['claim_unreadable', 'admin_access', 'class_not_approved', 'driver_not_allowed', 'parameters_too_large', 'parameters_too_deep', 'too_many_devices']

export function decideClaims(policy: Claims, given: readonly ClaimGiven[], resources: Readonly<Record<string, Amount>>): ClaimsFound {
  const byResource = Object.entries(resources).flatMap(([resource, amount]): Seen[] => {
    if (!resource.startsWith(implied)) return []
    const name = resource.slice(implied.length)
    return [{ faults: classFault(policy, name, resource), signals: [], counted: { devices: amount, byClass: new Map([[name, amount]]) } }]
  })
  const seen = [...given.map((claim) => look(policy, claim)), ...byResource]
  const faults = seen.flatMap((one) => one.faults).toSorted((a, b) => precedence.indexOf(a.reason) - precedence.indexOf(b.reason))
  const byClass = new Map<string, Amount>()
  for (const { counted } of seen) for (const [name, amount] of counted.byClass) byClass.set(name, (byClass.get(name) ?? 0n) + amount)
  const devices = seen.reduce((sum, { counted }) => sum + counted.devices, 0n)
  const signals = [...new Set(seen.flatMap((one) => one.signals))]
  const saw = { claims: given.map(({ name, copies }) => ({ name, copies: String(copies) })), devices: String(devices), byClass: Object.fromEntries([...byClass].map(([name, amount]) => [name, String(amount)])), signals }
  const found: Found<ClaimsReason> = faults[0] ? { outcome: 'refuses', reason: faults[0].reason, says: faults.map(({ says }) => says).join(' '), saw } : { outcome: 'passes', saw }
  return { ...found, devices, byClass: Object.fromEntries(byClass), signals }
}

const classFault = ({ classes }: Claims, name: string, where: string): Fault[] =>
  classes.includes(name) ? [] : [{ reason: 'class_not_approved', says: `The device class ${name} (${where}) is not approved. Approved are ${classes.join(', ') || 'none'}.` }]

function look(policy: Claims, { name, read, copies }: ClaimGiven): Seen {
  const unreadable = (because: string, signals: ClaimSignal[]): Seen => ({ faults: [{ reason: 'claim_unreadable', says: `The claim ${name} cannot be read: ${because}.` }], signals, counted: none })
  if (!read.ok) return unreadable(unread[read.refusal], read.refusal === 'too_large' ? ['large_parameters'] : [])
  const shape = claimOf(read.value)
  if (!shape.ok) return unreadable(`${shape.path} ${shape.because}`, suspicious(read.value))
  const claim = shape.value
  const counted = count(policy, claim)
  const sizes = claim.opaque.map((one) => ({ ...one, ...measure(one.parameters) }))
  const where = (path: string) => `${name}: ${path}`
  return {
    faults: [
      ...claim.adminAccess.map((path): Fault => ({ reason: 'admin_access', says: `Administrative access to devices (${where(path)}) is for the platform alone.` })),
      ...claim.requests.flatMap(({ anyOf }) => anyOf.flatMap((one) => classFault(policy, one.class, where(one.path)))),
      ...sizes.flatMap(({ path, driver, depth, bytes }): Fault[] => [
        ...(policy.drivers.includes(driver) ? [] : [{ reason: 'driver_not_allowed' as const, says: `Parameters for the driver ${driver} (${where(path)}) are not allowed. Allowed are ${policy.drivers.join(', ') || 'none'}.` }]),
        ...(bytes > parametersMost ? [{ reason: 'parameters_too_large' as const, says: `The parameters of ${where(path)} are larger than ${parametersMost} bytes.` }] : []),
        ...(depth > parametersDepthMost ? [{ reason: 'parameters_too_deep' as const, says: `The parameters of ${where(path)} nest deeper than ${parametersDepthMost}.` }] : []),
      ]),
      ...(counted.devices > policy.devicesPerClaimMost ? [{ reason: 'too_many_devices' as const, says: `One claim asks for at most ${policy.devicesPerClaimMost} devices; ${name} can come to ${counted.devices}. Larger work uses several claims.` }] : []),
    ],
    signals: [...(claim.adminAccess.length ? ['admin_access' as const] : []), ...(sizes.some(({ bytes }) => bytes > parametersSuspect) ? ['large_parameters' as const] : [])],
    counted: { devices: counted.devices * copies, byClass: new Map([...counted.byClass].map(([key, amount]) => [key, amount * copies])) },
  }
}
const unread = {
  too_large: 'it is too large', not_unicode: 'it is not Unicode', too_deep: 'it nests too deep', duplicate_key: 'it says something twice', not_json: 'it is not JSON',
} as const satisfies Record<Extract<JsonRead, { ok: false }>['refusal'], string>

/** All requests together; of alternatives the largest, and of each class what the largest of that class comes to, because any of them may be given. */
function count({ devicesOfAll }: Claims, { requests }: ClaimShape): Counted {
  const byClass = new Map<string, Amount>()
  let devices = 0n
  for (const { anyOf } of requests) {
    const amounts = anyOf.map((one) => ({ class: one.class, amount: one.devices === 'all' ? BigInt(devicesOfAll) : one.devices }))
    devices += most(amounts.map(({ amount }) => amount))
    for (const name of new Set(amounts.map((one) => one.class))) byClass.set(name, (byClass.get(name) ?? 0n) + most(amounts.filter((one) => one.class === name).map(({ amount }) => amount)))
  }
  return { devices, byClass }
}
const most = (amounts: readonly Amount[]): Amount => amounts.reduce((largest, amount) => (amount > largest ? amount : largest), 0n)

/** A claim that cannot be read may still be an attempt. */
function suspicious(value: unknown): ClaimSignal[] {
  const signals: ClaimSignal[] = measure(value).bytes > parametersSuspect ? ['large_parameters'] : []
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, member] of Object.entries(next)) {
      if (key === 'adminAccess' && member !== false && member !== null) return ['admin_access', ...signals]
      open.push(member)
    }
  }
  return signals
}
