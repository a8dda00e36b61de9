import { formatAmount } from '~/components/quotas/amount'
import type { Json } from '~/server/shared/canonical'
import { resourceWord } from './amounts'
import { amountsOf, fieldsOf, listOf, textOf } from './saw'

export type Input = { readonly says: string; readonly value: string }
export type FitShown = { readonly level: string; readonly account: string; readonly resource: string; readonly fits: boolean; readonly figures: { readonly nominal: string; readonly hard: string; readonly used: string; readonly held: string } | null }

const words: Readonly<Record<string, string>> = {
  all: 'All pods together', each: 'Each pod, as written', perPod: 'Each pod', injected: 'Put in, because nothing was said', asked: 'Asked for', regions: 'May be placed in', devicesMost: 'At once without a yes, at most',
  recentPerson: 'Given lately to whoever asks', recentNamespace: 'Given lately to the namespace', minutes: 'Lately is so many minutes', hoursMax: 'Hours, at most', taken: 'Taken already', pending: 'Waiting',
  pendingMax: 'Waiting, at most', byClass: 'Devices by class', covered: 'Covered by the profile', held: 'Held because of',
}
/** `recentPerson` is "Recent person": what has no words of its own is called as the check calls it. */
const wordOf = (key: string): string => (Object.hasOwn(words, key) ? (words[key] ?? key) : key.replace(/([A-Z])/g, ' $1').toLowerCase().replace(/^./, (first) => first.toUpperCase()))
const inSmallestUnits = ['all', 'perPod', 'requested']

function sayValue(value: Json): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return textOf(value)
  const parts = Array.isArray(value) ? listOf(value).map(sayValue) : Object.entries(fieldsOf(value)).map(([key, part]) => `${key}: ${sayValue(part)}`)
  return parts.length === 0 ? 'none' : parts.join(Array.isArray(value) ? ', ' : '; ')
}

/** What a check looked at, as words and values. */
export function prepareInputs(saw: Json): Input[] {
  if (Array.isArray(saw)) {
    return listOf(saw).map((one, at) => {
      const { rule, effect, mode, outcome, because, exception } = fieldsOf(one)
      const more = [because, exception].map((part) => textOf(part)).filter((part) => part !== '')
      return textOf(rule) === '' ? { says: String(at + 1), value: sayValue(one) } : { says: textOf(rule), value: [`${textOf(effect)}, ${textOf(mode)}: ${textOf(outcome)}`, ...more].join('; ') }
    })
  }
  return Object.entries(fieldsOf(saw)).map(([key, value]) => ({
    says: wordOf(key),
    value: inSmallestUnits.includes(key) ? amountsOf(value).map(([resource, amount]) => `${resourceWord(resource)} ${formatAmount(resource, amount)}`).join(', ') || 'none' : sayValue(value),
  }))
}

/** What each account on the way said, from the organisation down; figures are null where they are not the reader's to know. */
export function prepareFits(saw: Json): FitShown[] {
  return listOf(fieldsOf(saw).fits).map((one) => {
    const { level, account, resource, fits, figures } = fieldsOf(one)
    const { nominal, hard, used, held } = Object.fromEntries(amountsOf(figures))
    return {
      level: textOf(level), account: textOf(account).replace(/^platform\//, ''), resource: textOf(resource), fits: fits === true,
      figures: nominal === undefined || hard === undefined || used === undefined || held === undefined ? null : { nominal, hard, used, held },
    }
  })
}
