import { sayAmounts } from '~/components/allocations/amounts'
import { amountsOf, fieldsOf, listOf, numberOf, textOf, textsOf } from '~/components/allocations/saw'
import type { Moved } from '~/server/allocations/decide-terms'
import type { Json } from '~/server/shared/canonical'
import { many } from '~/server/shared/many'

type Body = { readonly [name: string]: Json }
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** "27 Nov 14:00 UTC". */
export const sayEnd = (at: string): string => `${Number(at.slice(8, 10))} ${months[Number(at.slice(5, 7)) - 1] ?? ''} ${at.slice(11, 16)} UTC`

/** Of what begins with the last yes, as it is when it is read. */
export const sayEndFromNow = (at: string): string => `${sayEnd(at)}, if the last yes came now`

/** What would be stopped: the reader's own tenant's by that word, others' without a name. */
export function sayVictims(victims: readonly { readonly tenant: string }[], tenant: string | null): string | null {
  if (victims.length === 0) return null
  const own = victims.filter((victim) => victim.tenant === tenant).length
  const parts = [...(own > 0 ? [`${own} of this tenant`] : []), ...(victims.length > own ? [`${victims.length - own} of others`] : [])]
  return `${many(victims.length, 'running allocation')} stop${victims.length === 1 ? 's' : ''}: ${parts.join(', ')}.`
}

/** What a yes to an allocation's terms comes to, in a sentence or three. */
export function sayGrant(terms: Body): string {
  const { tenant, namespace, pods, amounts, models, regions, hours, waits, burst } = terms
  const where = textsOf(regions).length === 0 ? '' : ` in ${textsOf(regions).join(' or ')}`
  const what = `${sayAmounts(amountsOf(amounts))}${textsOf(models).length === 0 ? '' : ` (${textsOf(models).join(' or ')})`}, in ${many(numberOf(pods), 'pod')}`
  const begins = waits === true ? 'from when there is room' : 'from the last yes'
  return [`Grant ${textOf(namespace)} of ${textOf(tenant)} ${what}, for ${many(numberOf(hours), 'hour')} ${begins},${where}.`.replace(',.', '.'), ...(burst === true ? ['It is more than the place’s own share: lent, and the first to go.'] : [])].join(' ')
}
/** What the button says that signs them: how much, and for how long. Until when nobody knows before the last yes, and no moment is in what is signed. */
export function saySign(terms: Body): string {
  const gpus = textOf(terms.devices)
  const what = gpus === '' || gpus === '0' ? sayAmounts(amountsOf(terms.amounts)) : many(Number(gpus), 'GPU')
  return `Sign: grant ${what} for ${many(numberOf(terms.hours), 'hour')}`
}

const names: Readonly<Record<string, string>> = {
  pods: 'Pods', amounts: 'Amounts', devices: 'Devices', models: 'Models', region: 'Region', regions: 'Regions', isolation: 'Isolation', hours: 'Hours', waits: 'May begin later', burst: 'Beyond the own share',
  reserved: 'Reserved', victims: 'What stops', policies: 'Policies', class: 'Class', fits: 'Fits', from: 'Ends', endsAt: 'Would end', cost: 'Costs', namespace: 'Namespace', tenant: 'Tenant', name: 'Name', purpose: 'Purpose',
}
function sayValue(term: string, value: Json): string {
  if (term === 'amounts') return sayAmounts(amountsOf(value))
  if (term === 'victims') return many(listOf(value).length, 'allocation')
  if (term === 'from' || term === 'endsAt') return typeof value === 'string' ? sayEnd(value) : 'never'
  if (term === 'cost') return value === null ? 'not known' : `${textOf(fieldsOf(value).to)} ${textOf(fieldsOf(value).currency)}`
  if (term === 'policies') return textOf(value).slice(0, 8)
  if (value === null) return 'any'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return textsOf(value).join(', ') || 'none'
  return typeof value === 'object' ? Object.keys(fieldsOf(value)).join(', ') : textOf(value)
}
/** One term that is otherwise, with both values in words. */
export const sayMoved = ({ term, was, is }: Moved): { says: string; was: string; is: string } => ({ says: names[term] ?? term, was: sayValue(term, was), is: sayValue(term, is) })
