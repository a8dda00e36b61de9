import type { Attributes } from '~/server/namespaces/decide-attributes'
import type { Template } from '~/server/namespaces/decide-template'
import type { IsolationLevel } from '~/server/tenants/isolation'

/** What a form holds. `own` is what nothing more is asked of than what holds around it; nothing said is as the template begins. */
export type AttributesWish = { title: string; environment: string; costCentre: string; owner: string; isolation: string; podSecurity: string; labels: string }
export const own = 'own'
const wordOf = (value: number | string | null) => (value === null ? own : String(value))

export const wishOf = ({ title, environment, costCentre, owner, isolation, podSecurity, labels }: Attributes): AttributesWish => ({
  title, environment, costCentre: costCentre ?? '', owner: owner ?? '', isolation: wordOf(isolation), podSecurity: wordOf(podSecurity), labels: Object.entries(labels).map(([key, value]) => `${key}=${value}`).join('\n'),
})
/** A line without a sign of equality is a key that says nothing. */
function labelsOf(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '')
  return Object.fromEntries(lines.map((line) => [line.split('=')[0]?.trim() ?? '', line.split('=').slice(1).join('=').trim()]))
}
/** What is not one of the words is sent as it is: the door says what is wrong with it. */
export const attributesOf = (wish: AttributesWish): Attributes => ({
  title: wish.title.trim(), environment: wish.environment as Attributes['environment'], costCentre: wish.costCentre.trim() || null, owner: wish.owner || null,
  isolation: wish.isolation === own ? null : (Number(wish.isolation) as IsolationLevel), podSecurity: wish.podSecurity === own ? null : (wish.podSecurity as Attributes['podSecurity']), labels: labelsOf(wish.labels),
})
/** What somebody chose stays; the rest is as the template begins, as far as what holds around allows it. */
export const begun = <W extends AttributesWish>(wish: W, { begins }: Template, isolationLevel: IsolationLevel): W => ({
  ...wish, environment: wish.environment || begins.environment, podSecurity: wish.podSecurity || wordOf(begins.podSecurity),
  isolation: wish.isolation || wordOf(begins.isolation !== null && begins.isolation <= isolationLevel ? null : begins.isolation),
})
