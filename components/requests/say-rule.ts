import type { Rule } from '~/server/requests/decide-rule'

type Lacks = readonly { readonly of: readonly string[]; readonly more: number }[]
/** How far it has come: of the alternative that lacks least, how many were given. */
export function sayGiven({ anyOf }: Rule, lacks: Lacks): string {
  const nearest = lacks.reduce((best, { more }, at) => (more < (lacks[best]?.more ?? Number.POSITIVE_INFINITY) ? at : best), 0)
  const count = anyOf[nearest]?.count ?? 0
  return `${count - (lacks[nearest]?.more ?? count)} of ${count} given`
}
/** At a glance, in a list: how many said yes to these terms, of how many the easiest way needs. */
export const sayVotes = ({ anyOf }: Rule, yeses: number): string => `${yeses}/${Math.min(...anyOf.map(({ count }) => count))}`
