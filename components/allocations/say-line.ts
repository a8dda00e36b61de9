import type { Line } from '~/server/admission/facts'
import type { Json } from '~/server/shared/canonical'
import { many } from '~/server/shared/many'
import { sayAmounts } from './amounts'
import { amountsOf, type Field, fieldsOf, listOf, numberOf, textOf, textsOf } from './saw'


/** What a check that passed saw, in a sentence, by the name of the check. */
const passed: Readonly<Record<string, (saw: Field, whole: Json) => string>> = {
  tenant: ({ tenant }) => `The tenant ${textOf(tenant)} is active.`,
  namespace: ({ namespace, environment }) => `The namespace ${textOf(namespace)} is open${textOf(environment) === '' ? '' : `, for ${textOf(environment)}`}.`,
  amounts: ({ pods, all }) => `${many(numberOf(pods), 'pod')}: ${sayAmounts(amountsOf(all))} in all.`,
  limits: ({ perPod }) => `Each pod asks for ${sayAmounts(amountsOf(perPod))}: no more than one pod may.`,
  labels: ({ name, labels }) => {
    const given = Object.entries(fieldsOf(labels)).map(([key, value]) => `${key} is ${textOf(value)}`)
    return `The name ${textOf(name)} is as names are here${given.length ? `, and ${given.join(', ')}` : ''}.`
  },
  podSecurity: ({ pods, level }) => (listOf(pods).length === 0 ? 'No pod was described: there is nothing to look at.' : `What was described is as the level ${textOf(level)} asks.`),
  claims: ({ claims, devices }) => (listOf(claims).length === 0 ? 'No device is claimed.' : `${many(listOf(claims).length, 'claim')} can come to ${many(numberOf(devices), 'device')}.`),
  rules: (_, whole) => (listOf(whole).length === 0 ? 'There are no rules of the organisation or the tenant.' : `${many(listOf(whole).length, 'rule')} ${listOf(whole).length === 1 ? 'was' : 'were'} asked, and none objects.`),
  residency: ({ regions }) => `It may be placed in ${textsOf(regions).join(', ')}.`,
  priority: ({ class: of, devices }) => (numberOf(devices) === 0 ? `The class ${textOf(of)} is open to whoever asks.` : `The class ${textOf(of)} is open to whoever asks, and ${many(numberOf(devices), 'device')} ${numberOf(devices) === 1 ? 'needs' : 'need'} nobody’s yes.`),
  duration: ({ hours, hoursMax }) => (hours === null ? `No end was named: it may last ${many(numberOf(hoursMax), 'hour')}.` : `${many(numberOf(hours), 'hour')} of at most ${numberOf(hoursMax)}.`),
  name: ({ name }) => `Nothing else in the namespace is called ${textOf(name)}.`,
  pending: ({ pending, pendingMax }) => `${many(numberOf(pending), 'request')} of the namespace ${numberOf(pending) === 1 ? 'waits' : 'wait'}; ${numberOf(pendingMax)} may.`,
  placement: ({ places, because, region, cluster, nodes, nodesInAll }) => {
    if (places !== true) return because === 'held' ? 'It is placed when somebody has said yes.' : 'No node is chosen here.'
    const named = textsOf(nodes)
    const more = numberOf(nodesInAll) - named.length
    return `There is room in ${textOf(region)}, in the cluster ${textOf(cluster)}${named.length ? `: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : ''}.`
  },
  quota: ({ fits }) => (listOf(fits).length === 0 ? 'Nothing is charged.' : 'Every account on the way has room.'),
}

/** A line of the trace as a sentence: its own, where it has one. A check that is not known here says only that it passed. */
export function sayLine({ check, says, saw }: Pick<Line, 'check' | 'says' | 'saw'>): string {
  if (says !== null) return says
  return Object.hasOwn(passed, check) ? (passed[check]?.(fieldsOf(saw), saw) ?? '') : 'Nothing was found against it.'
}

const words: Readonly<Record<string, string>> = {
  tenant: 'the tenant', namespace: 'the namespace', amounts: 'the amounts', limits: 'the limits of a pod', labels: 'the labels and the name', podSecurity: 'the security of pods', claims: 'the device claims', rules: 'the rules',
  residency: 'residency', priority: 'priority', duration: 'the duration', name: 'the name', pending: 'what waits', quota: 'quota', placement: 'placement',
}
export const checkWord = (check: string): string => (Object.hasOwn(words, check) ? (words[check] ?? check) : check)
export const checksWithWords = Object.keys(words)
