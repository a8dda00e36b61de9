import { expect, test } from 'vitest'
import { decideDead, decideTooLittle } from './decide-dead'
import { boundsOf, decideLevel, kinds, type LevelEvent, type LevelRule, outcomes } from './decide-level'
import { defaultLevelsPolicy, LevelsPolicy } from './levels-policy'

const rule = (level: LevelRule['level'], when: Partial<LevelRule> = {}, id = 'one'): LevelRule =>
  ({ id, title: 'One', level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null, ...when })
const event = (what: string, more: Partial<LevelEvent> = {}): LevelEvent => {
  const [resource = '', verb = ''] = what.split('.')
  return { resource, verb, outcome: 'done', actors: ['tenant_admin'], tenant: 'aurora', regimes: [], namespace: 'training', ...more }
}
const usual = defaultLevelsPolicy.rules

/** The rules that the requirements ask for, in the words of this product, and what was so before there were rules. */
test.each<[string, Partial<LevelEvent>, string, string]>([
  ['quotas.change', {}, 'RequestResponse', 'quotas'], ['quotas.raise', {}, 'RequestResponse', 'quotas'], ['policies.changeOnPlatform', {}, 'RequestResponse', 'quotas'], ['allocations.preempt', { actors: ['engine'] }, 'RequestResponse', 'preemptions'],
  ['allocations.create', {}, 'Request', 'deeds'], ['allocations.release', {}, 'Request', 'deeds'], ['allocations.expire', { actors: ['engine'] }, 'Request', 'deeds'], ['namespaces.create', {}, 'Request', 'deeds'], ['tenants.requestBeside', {}, 'Request', 'deeds'],
  ['allocations.list', {}, 'None', 'looking'], ['fleet.nodes', {}, 'None', 'looking'], ['sessions.state', {}, 'None', 'looking'], ['controls.list', {}, 'None', 'looking'], ['controls.read', {}, 'None', 'looking'], ['controls.export', {}, 'Request', 'taken-out'],
  ['audit.search', {}, 'Metadata', 'the-record'], ['audit.facets', {}, 'None', 'looking'], ['investigations.read', {}, 'Metadata', 'investigations'], ['investigations.export', {}, 'Metadata', 'investigations'], ['investigations.list', {}, 'None', 'looking'], ['investigations.hand', {}, 'Metadata', 'addressed'], ['investigations.pin', {}, 'Request', 'deeds'], ['audit.newer', {}, 'None', 'looking'], ['audit.exportOnPlatform', {}, 'Metadata', 'the-record'],
  ['requests.approve', {}, 'RequestResponse', 'approvals'], ['pairs.offer', {}, 'RequestResponse', 'approvals'], ['requests.refuse', {}, 'Request', 'deeds'], ['requests.withdraw', {}, 'Metadata', 'own-requests'],
  ['breakGlass.begin', {}, 'RequestResponse', 'opening'], ['tenants.freeze', { actors: ['break_glass', 'platform_admin'] }, 'RequestResponse', 'break-glass'], ['tenants.freeze', {}, 'Request', 'deeds'],
  ['members.grant', {}, 'Metadata', 'addressed'], ['members.end', {}, 'Request', 'deeds'], ['invitations.make', {}, 'Metadata', 'addressed'], ['tenants.request', {}, 'Metadata', 'addressed'], ['staff.grant', {}, 'Metadata', 'addressed'],
  ['webhooks.rotate', {}, 'Metadata', 'addressed'], ['webhooks.end', {}, 'Request', 'deeds'], ['factors.rename', {}, 'Metadata', 'own'], ['signIn.withPassword', { actors: ['nobody'] }, 'Metadata', 'own'], ['receipts.verify', {}, 'Metadata', 'own'],
  ['quotas.change', { outcome: 'refused' }, 'Metadata', 'turned-away'], ['quotas.list', { outcome: 'denied' }, 'Metadata', 'turned-away'],
])('as the product ships it, %s %o is kept at %s by the rule %s', (what, more, level, by) => {
  const decided = decideLevel(usual, event(what, more))
  expect([decided.level, decided.rule?.id, decided.bound]).toEqual([level, by, null])
})
test('the first rule that matches says, and all that it says must hold', () => {
  const rules = [rule('RequestResponse', { verbs: ['change'], tenants: ['aurora'] }, 'a'), rule('Metadata', { resources: ['quotas'], actors: ['engine', 'token'] }, 'b'), rule('Request', {}, 'c')]
  const hit = (more: Partial<LevelEvent>) => decideLevel(rules, event('quotas.change', more)).rule?.id
  expect([hit({}), hit({ tenant: 'borealis' }), hit({ tenant: 'borealis', actors: ['developer', 'token'] }), hit({ tenant: 'aurora', actors: ['token'] })]).toEqual(['a', 'c', 'b', 'a'])
  expect(decideLevel([rule('RequestResponse', { namespaces: ['training'] })], event('quotas.change', { namespace: null })).rule).toBeNull()
  expect(decideLevel([rule('RequestResponse', { effects: ['read'] })], event('quotas.change')).rule).toBeNull()
})
test('of a tenant under HIPAA as much is kept as its kind allows, whatever comes after; of one under another regime it is as of any', () => {
  for (const kind of kinds) for (const outcome of outcomes) {
    const decided = decideLevel(usual, { ...event('a.b'), ...kind, outcome, regimes: ['gdpr', 'hipaa'] })
    expect([kind, outcome, decided.level, decided.rule?.id]).toEqual([kind, outcome, boundsOf(kind, outcome).most, 'health-data'])
    expect(decideLevel(usual, { ...event('a.b'), ...kind, outcome, regimes: ['fedramp', 'gdpr', 'soc2'] })).toEqual(decideLevel(usual.slice(1), { ...event('a.b'), ...kind, outcome }))
  }
})
test('of what no rule speaks of, as much is kept as is of use: what was asked of a deed, and that it was of everything else', () => {
  const none = (what: string, more: Partial<LevelEvent> = {}) => decideLevel([], event(what, more)).level
  expect([none('quotas.change'), none('quotas.change', { outcome: 'refused' }), none('quotas.list'), none('anything.new'), none('signIn.withPassword')]).toEqual(['Request', 'Metadata', 'Metadata', 'Request', 'Metadata'])
})
test('whatever the rules say, nothing that changed something, was refused or read the record is left out, and no secret is kept', () => {
  for (const level of ['None', 'RequestResponse'] as const) for (const kind of kinds) for (const outcome of outcomes) {
    const decided = decideLevel([rule(level)], { ...event('a.b'), ...kind, outcome })
    const { least, most } = boundsOf(kind, outcome)
    expect([kind, outcome, decided.level]).toEqual([kind, outcome, level === 'None' ? least : most])
  }
  const least = (what: string, outcome: LevelEvent['outcome'] = 'done') => boundsOf(event(what), outcome).least
  expect([least('quotas.change'), least('quotas.list'), least('quotas.list', 'denied'), least('audit.search'), least('controls.export'), least('controls.read'), least('signIn.withCode'), least('pairs.lapse')]).toEqual(['Metadata', 'None', 'Metadata', 'Metadata', 'Metadata', 'None', 'Metadata', 'Metadata'])
  const most = (what: string) => boundsOf(event(what), 'done').most
  expect([most('signIn.withPassword'), most('passwords.change'), most('webhooks.create'), most('webhooks.rotate'), most('tokens.make'), most('quotas.list'), most('quotas.change')])
    .toEqual(['Metadata', 'Metadata', 'Metadata', 'Request', 'Request', 'Request', 'RequestResponse'])
})
test('a rule that says None of a deed, of what was refused or of a read that is recorded is no rule, and which and why is said', () => {
  const says = (...rules: LevelRule[]) => LevelsPolicy.safeParse({ rules, bodyBytesMost: 16_384 }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(says(rule('None', { resources: ['quotas'] }))).toEqual(['rules.0.level: says None of quotas.binds, which changes something: what cannot be recorded does not happen, so it is Metadata at least'])
  expect(says(rule('None', { effects: ['read'] }))?.[0]).toContain('which may have been refused')
  expect(says(rule('None', { effects: ['read'], outcomes: ['done'] }))).toEqual(['rules.0.level: says None of audit.export, which is a read that is recorded: who did it stands in the record, so it is Metadata at least'])
  expect(says(rule('None', { resources: ['pairs'], verbs: ['lapse'], outcomes: ['done'] }))?.[0]).toContain('pairs.lapse')
  // What the rules before it have is not its to leave out, but for whom they do not speak of.
  const reads = { effects: ['read'], outcomes: ['done'] } as const
  expect(says(rule('Metadata', { resources: ['audit', 'controls', 'investigations', 'residency'] }, 'a'), rule('None', reads, 'b'))).toBeUndefined()
  expect(says(rule('Metadata', { resources: ['audit', 'controls', 'investigations', 'residency'], tenants: ['aurora'] }, 'a'), rule('None', reads, 'b'))?.[0]).toContain('audit.export')
  expect(says(rule('Metadata', { resources: ['quotas'] }), rule('Metadata', {}))).toEqual(['rules: has each rule once'])
  expect(decideTooLittle(usual)).toBeNull()
  expect(LevelsPolicy.safeParse(defaultLevelsPolicy).success).toBe(true)
})
test('a rule is dead where those before it have all of it, one alone or together, or where it names nothing', () => {
  const dead = (...rules: LevelRule[]) => decideDead(rules.map((each, at) => ({ ...each, id: `r${at}` })))
  expect(decideDead(usual)).toEqual(usual.map(() => null))
  // The second rule of a source: all claims at Metadata first, then some of them at RequestResponse.
  expect(dead(rule('Metadata', { resources: ['quotas'] }), rule('RequestResponse', { resources: ['quotas'], verbs: ['change'] }))).toEqual([null, { because: 'shadowed', by: ['r0'] }])
  expect(dead(rule('Metadata', { resources: ['quotas'], verbs: ['change'] }), rule('Request', { resources: ['roles'], effects: ['write'] }), rule('RequestResponse', { resources: ['quotas', 'roles'], verbs: ['change'] }))).toEqual([null, null, { because: 'shadowed', by: ['r0', 'r1'] }])
  expect(dead(rule('Metadata', { tenants: ['aurora'] }), rule('Request'))).toEqual([null, null])
  expect(dead(rule('Metadata', { tenants: ['aurora', 'borealis'] }), rule('Request', { tenants: ['aurora'], actors: ['engine'] }))).toEqual([null, { because: 'shadowed', by: ['r0'] }])
  expect(dead(rule('Metadata', { regimes: ['hipaa'] }), rule('Request'))).toEqual([null, null])
  expect(dead(rule('Metadata', { regimes: ['gdpr', 'hipaa'] }), rule('Request', { regimes: ['hipaa'] }))).toEqual([null, { because: 'shadowed', by: ['r0'] }])
  expect(dead(rule('Metadata', { actors: ['engine'] }), rule('Request', { actors: ['engine', 'token'] }))).toEqual([null, null])
  expect(dead(rule('Metadata', { outcomes: ['denied'] }), rule('Request', { outcomes: ['denied', 'done'] }), rule('Request', { outcomes: ['denied'] }))).toEqual([null, null, { because: 'shadowed', by: ['r0'] }])
  expect(dead(rule('Request', { resources: ['quotas'], effects: ['read'], verbs: ['change'] }), rule('Request', { verbs: ['aprove'] }))).toEqual([{ because: 'names_nothing' }, { because: 'names_nothing' }])
  expect(dead(rule('RequestResponse', { resources: ['allocations'], verbs: ['preempt'] }))).toEqual([null])
})
