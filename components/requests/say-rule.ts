import { roleWord } from '~/components/shell/why-not'
import type { Rule } from '~/server/requests/decide-rule'

const many = ({ of, count }: Rule['anyOf'][number]) => `${count} of ${of.map(roleWord).join(' or ')}`
/** "2 of tenant admin or approver": any alternative is enough. */
export const sayRule = ({ anyOf }: Rule): string => anyOf.map(many).join(', or else ')

type Lacks = readonly { readonly of: readonly string[]; readonly more: number }[]
/** How far it has come: of the alternative that lacks least, how many were given. */
export function sayGiven({ anyOf }: Rule, lacks: Lacks): string {
  const nearest = lacks.reduce((best, { more }, at) => (more < (lacks[best]?.more ?? Number.POSITIVE_INFINITY) ? at : best), 0)
  const count = anyOf[nearest]?.count ?? 0
  return `${count - (lacks[nearest]?.more ?? count)} of ${count} given`
}
/** At a glance, in a list: how many said yes to these terms, of how many the easiest way needs. */
export const sayVotes = ({ anyOf }: Rule, yeses: number): string => `${yeses}/${Math.min(...anyOf.map(({ count }) => count))}`
