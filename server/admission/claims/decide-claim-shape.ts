import { at, fail, flag, isAbsent, list, type Members, object, type Reading, reading, whole, word } from '~/server/admission/decide-reading'

/**
 * A device claim, whichever way it is written: `resource.k8s.io` v1beta1 has it flat, v1beta2 and v1 under `exactly` or `firstAvailable`, a template has it under `spec.spec`.
 * All become one shape.
 */
export type Asked = { readonly path: string; readonly class: string; readonly devices: bigint | 'all' }
/** One of `anyOf` is given; of most requests there is one. */
export type ClaimRequest = { readonly name: string; readonly anyOf: readonly Asked[] }
export type Opaque = { readonly path: string; readonly driver: string; readonly parameters: unknown }
export type ClaimShape = { readonly requests: readonly ClaimRequest[]; readonly opaque: readonly Opaque[]; readonly adminAccess: readonly string[] }
/** Kubernetes' own figures. */
const requestsMost = 32
const alternativesMost = 8
const anyMembers = ['selectors', 'allocationMode', 'count', 'tolerations', 'capacity', 'derivedAttributes']

function asked(members: Members, path: string): Asked {
  for (const name of ['selectors', 'tolerations', 'derivedAttributes']) list(at(members, name), `${path}.${name}`, requestsMost)
  return { path, class: word(at(members, 'deviceClassName'), `${path}.deviceClassName`), devices: devices(members, path) }
}
/** A count of nought is one: Go does not tell it from none. */
function devices(members: Members, path: string): bigint | 'all' {
  const [mode, count] = [at(members, 'allocationMode'), whole(at(members, 'count'), `${path}.count`) ?? 0]
  if (count < 0) return fail(`${path}.count`, 'is no count')
  if (isAbsent(mode) || mode === '' || mode === 'ExactCount') return BigInt(count === 0 ? 1 : count)
  if (mode !== 'All') return fail(`${path}.allocationMode`, 'is no mode that is known')
  return count === 0 ? 'all' : fail(`${path}.count`, 'is given beside All')
}
/** Alternatives know no administrative access, and say so as a field that is not known. */
function alternatives(value: unknown, path: string): readonly Asked[] {
  const found = list(value, path, alternativesMost)
  if (found.length === 0) fail(path, 'is empty')
  return found.map((entry, index) => {
    const members = object(entry, `${path}[${index}]`, ['name', 'deviceClassName', ...anyMembers])
    word(at(members, 'name'), `${path}[${index}].name`)
    return asked(members, `${path}[${index}]`)
  })
}
const adminAccess = (members: Members, path: string): string[] => (flag(at(members, 'adminAccess'), `${path}.adminAccess`) ? [`${path}.adminAccess`] : [])

type Read = { readonly request: ClaimRequest; readonly adminAccess: readonly string[] }
function flat(value: unknown, path: string): Read {
  const members = object(value, path, ['name', 'deviceClassName', 'adminAccess', 'firstAvailable', ...anyMembers])
  const name = word(at(members, 'name'), `${path}.name`)
  if (isAbsent(at(members, 'firstAvailable'))) return { request: { name, anyOf: [asked(members, path)] }, adminAccess: adminAccess(members, path) }
  for (const other of Object.keys(members)) if (other !== 'name' && other !== 'firstAvailable') fail(`${path}.${other}`, 'is given beside alternatives')
  return { request: { name, anyOf: alternatives(at(members, 'firstAvailable'), `${path}.firstAvailable`) }, adminAccess: [] }
}
function nested(value: unknown, path: string): Read {
  const members = object(value, path, ['name', 'exactly', 'firstAvailable'])
  const name = word(at(members, 'name'), `${path}.name`)
  const [exactly, first] = [at(members, 'exactly'), at(members, 'firstAvailable')]
  if (isAbsent(exactly) === isAbsent(first)) return fail(path, 'has not exactly one of exactly and firstAvailable')
  if (isAbsent(exactly)) return { request: { name, anyOf: alternatives(first, `${path}.firstAvailable`) }, adminAccess: [] }
  const one = object(exactly, `${path}.exactly`, ['deviceClassName', 'adminAccess', ...anyMembers])
  return { request: { name, anyOf: [asked(one, `${path}.exactly`)] }, adminAccess: adminAccess(one, `${path}.exactly`) }
}
const versions: Readonly<Record<string, (value: unknown, path: string) => Read>> = { 'resource.k8s.io/v1beta1': flat, 'resource.k8s.io/v1beta2': nested, 'resource.k8s.io/v1': nested }

function opaque(value: unknown, path: string): Opaque {
  const members = object(value, path, ['requests', 'opaque'])
  list(at(members, 'requests'), `${path}.requests`, requestsMost)
  const given = object(at(members, 'opaque'), `${path}.opaque`, ['driver', 'parameters'])
  return { path: `${path}.opaque`, driver: word(at(given, 'driver'), `${path}.opaque.driver`), parameters: at(given, 'parameters') }
}

/** Where the specification of a claim stands, and what it is called there. */
function specOf(document: Members): { spec: unknown; path: string } {
  const kind = at(document, 'kind')
  if (kind === 'ResourceClaim') return { spec: at(document, 'spec'), path: 'spec' }
  if (kind !== 'ResourceClaimTemplate') return fail('kind', 'is no kind of claim that is known')
  return { spec: at(object(at(document, 'spec'), 'spec', ['metadata', 'spec']), 'spec'), path: 'spec.spec' }
}

function read(value: unknown): ClaimShape {
  const document = object(value, 'claim', ['apiVersion', 'kind', 'metadata', 'spec', 'status'])
  const version = at(document, 'apiVersion')
  const readRequest = typeof version === 'string' && Object.hasOwn(versions, version) ? versions[version] : undefined
  if (!readRequest) return fail('apiVersion', 'is no version that is known')
  const { spec, path } = specOf(document)
  const given = at(object(spec, path, ['devices']), 'devices')
  if (isAbsent(given)) return { requests: [], opaque: [], adminAccess: [] }
  const members = object(given, `${path}.devices`, ['requests', 'constraints', 'config'])
  const requests = list(at(members, 'requests'), `${path}.devices.requests`, requestsMost).map((entry, index) => readRequest(entry, `${path}.devices.requests[${index}]`))
  if (new Set(requests.map(({ request }) => request.name)).size !== requests.length) fail(`${path}.devices.requests`, 'has a name twice')
  list(at(members, 'constraints'), `${path}.devices.constraints`, requestsMost)
  return {
    requests: requests.map(({ request }) => request),
    opaque: list(at(members, 'config'), `${path}.devices.config`, requestsMost).map((entry, index) => opaque(entry, `${path}.devices.config[${index}]`)),
    adminAccess: requests.flatMap((one) => one.adminAccess),
  }
}

export const claimOf = (document: unknown): Reading<ClaimShape> => reading(() => read(document))
