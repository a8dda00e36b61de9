import type { Dead } from '~/server/levels/decide-dead'
import type { Lacking } from '~/server/levels/decide-lacking'
import type { Level, Levelled, LevelRule } from '~/server/levels/decide-level'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { regimeWords } from '~/server/tenants/isolation'

/** Where a level stands in a table, and what it is. */
export const levelWords: Readonly<Record<Level, { word: string; says: string }>> = {
  None: { word: 'None', says: 'nothing' }, Metadata: { word: 'Metadata', says: 'who, what, where and when' }, Request: { word: 'Request', says: 'what was asked, too' }, RequestResponse: { word: 'RequestResponse', says: 'what was answered, too' },
}
const actorWords: Readonly<Record<string, string>> = {
  platform_admin: 'platform admins', approver: 'approvers', auditor: 'auditors', tenant_admin: 'tenant admins', namespace_admin: 'namespace admins', developer: 'developers', service_account: 'service accounts', custom: 'roles of a tenant’s own',
  engine: 'the engine', token: 'machines with a token', nobody: 'nobody who is known', break_glass: 'whoever broke the glass',
}
const outcomeWords: Readonly<Record<string, string>> = { done: 'was done', refused: 'was refused', denied: 'was denied', fault: 'went wrong' }
const or = new Intl.ListFormat('en', { type: 'disjunction' })
const few = (words: readonly string[], most = 6): string => or.format(words.length > most ? [...words.slice(0, most), `${words.length - most} more`] : words)

/** What a rule is of, in words. */
export function sayRule({ effects, resources, verbs, outcomes, actors, tenants, namespaces, regimes }: LevelRule): string {
  const said = [
    effects?.length === 1 ? (effects[0] === 'read' ? 'Reading' : 'Changing') : 'Everything', resources && `of ${few(resources)}`, verbs && `by ${few(verbs)}`, outcomes && outcomes.length < 4 && `that ${few(outcomes.map((outcome) => outcomeWords[outcome] ?? outcome))}`,
    actors && `by ${few(actors.map((actor) => actorWords[actor] ?? actor))}`, tenants && `in ${few(tenants)}`, regimes && `in a tenant under ${few(regimes.map((regime) => regimeWords[regime]))}`, namespaces && `in the namespace ${few(namespaces)}`,
  ]
  return said.filter(Boolean).join(' ')
}
/** How somebody's own rules stand to one that is shipped. */
export const lackingWords: Readonly<Record<Lacking['because'], string>> = { no_rule: 'Not there', keeps_less: 'Keeps less', of_less: 'Speaks of less' }
export function sayDead(dead: Dead, titles: ReadonlyMap<string, string>): string {
  if (dead.because === 'names_nothing') return 'Decides nothing: what it names is nothing that is done here.'
  return `Decides nothing: ${new Intl.ListFormat('en').format(dead.by.map((id) => `“${titles.get(id) ?? id}”`))} ${dead.by.length === 1 ? 'comes' : 'come'} first.`
}
/** Which rule it was, and whether its word was kept to. */
export function sayHit({ rule, bound, level }: Levelled): string {
  const by = rule === null ? 'No rule' : rule.title
  if (bound === 'least') return `${by}; ${level} is the least here`
  return bound === 'most' ? `${by}; ${level} is the most here` : by
}
export const sayOthers = (others: number, of: number): string =>
  others === 0 ? 'Of what was recorded, nothing would have been kept otherwise.' : `${figure(others)} of ${many(of, 'record')} would have been kept otherwise.`
