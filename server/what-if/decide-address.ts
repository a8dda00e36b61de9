import type { DemandSupposed, LimitSupposed, Supposition } from './supposition'

/** What an address says is supposed, and what of it could not be read. */
export type Address = Omit<Supposition, 'tenant'>
type AddressRead = { readonly supposed: Address; readonly unread: readonly string[] }
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
export const nothingSupposed: Address = { limits: [], demands: [], without: [] }
export const isNothing = ({ limits, demands, without }: Address): boolean => limits.length + demands.length + without.length === 0

/** As many as the door takes at once. */
export const [limitsMost, demandsMost, withoutMost, podsMost] = [20, 4, 8, 1_000]
const [unreadMost, unreadLongest] = [5, 60]
const handle = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const resource = /^[a-z0-9]([a-z0-9./-]{0,120}[a-z0-9])?$/
const model = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/
const isAmount = (text: string) => /^(0|[1-9]\d{0,18})$/.test(text) && BigInt(text) < 2n ** 63n
const whole = (text: string, most: number): number | null => (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most ? Number(text) : null)

/** `red,nvidia.com/gpu,16`: of a namespace, or of the tenant where that is left out; in smallest units. */
function readLimit(text: string): LimitSupposed | null {
  const [namespace = '', of = '', limit = '', ...rest] = text.split(',')
  return rest.length === 0 && (namespace === '' || handle.test(namespace)) && resource.test(of) && isAmount(limit) ? { namespace: namespace === '' ? null : namespace, resource: of, limit } : null
}
/** `red,normal,2,8,A100,24`: namespace, class, pods, GPUs of each, model and hours; the last two may be left open. */
function readDemand(text: string): DemandSupposed | null {
  const [namespace = '', of = '', podsText = '', gpusText = '', modelText = '', hoursText = '', ...rest] = text.split(',')
  const [pods, gpus, hours] = [whole(podsText, podsMost), whole(gpusText, 64), hoursText === '' ? null : whole(hoursText, 8_760)]
  const isRead = rest.length === 0 && text.split(',').length === 6 && handle.test(namespace) && handle.test(of) && (modelText === '' || model.test(modelText)) && (hoursText === '' || hours !== null)
  return isRead && pods !== null && gpus !== null ? { namespace, class: of, pods, gpus, model: modelText === '' ? null : modelText, hours } : null
}

const said = (query: Query, name: string): readonly string[] => {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** What can be read of it, in one order and nothing twice; of what cannot, as much as says which it is. Whatever this gives, the door takes. */
export function readAddress(query: Query): AddressRead {
  const unread: string[] = []
  const leave = (name: string, text: string) => void (unread.length < unreadMost && unread.push(`${name}=${text.replaceAll(/\p{C}/gu, '').slice(0, unreadLongest)}`))
  function take<T>(name: string, read: (text: string) => T | null, may: (one: T, sofar: readonly T[]) => boolean): T[] {
    const taken: T[] = []
    for (const text of said(query, name)) {
      const one = read(text)
      if (one !== null && may(one, taken)) taken.push(one)
      else leave(name, text)
    }
    return taken
  }
  const limits = take('limit', readLimit, (one, sofar) => sofar.length < limitsMost && !sofar.some(({ namespace, resource: of }) => namespace === one.namespace && of === one.resource))
  const demands = take('demand', readDemand, (one, sofar) => sofar.length < demandsMost && [...sofar, one].reduce((sum, { pods }) => sum + pods, 0) <= podsMost)
  const without = take('without', (text) => (model.test(text) ? text : null), (one, sofar) => sofar.length < withoutMost && !sofar.includes(one))
  return { supposed: inOrder({ limits, demands, without }), unread }
}
const inOrder = ({ limits, demands, without }: Address): Address => ({
  limits: [...limits].sort((one, other) => order(one.namespace ?? '', other.namespace ?? '') || order(one.resource, other.resource)), demands, without: [...without].sort(order),
})

/** The one address of a supposition: what is the same is written the same. */
export function addressOf(path: string, supposed: Address): string {
  const { limits, demands, without } = inOrder(supposed)
  const pairs = [
    ...limits.map(({ namespace, resource: of, limit }) => ['limit', `${namespace ?? ''},${of},${limit}`]),
    ...demands.map(({ namespace, class: of, pods, gpus, model: which, hours }) => ['demand', `${namespace},${of},${pods},${gpus},${which ?? ''},${hours ?? ''}`]),
    ...without.map((which) => ['without', which]),
  ]
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}
