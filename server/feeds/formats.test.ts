/** What receivers are told, held against what the two schemas ask for: OCSF 1.8.0 and ECS 9.4.0, as published. */
import { expect, test } from 'vitest'
import type { StoredEntry } from '~/server/audit/record'
import { type Action, actions } from '~/server/authorization/actions'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { asEcs } from './as-ecs'
import { asOcsf, ocsfClass } from './as-ocsf'
import { classify } from './classify'
import { batchBytesMost, composeLine, decideBatch, webhookBody } from './compose-batch'
import type { Given } from './read-entry'

/** What is done unasked, and what is recorded of those whom nobody knows, beside the list of all actions. */
const unlisted = ['sessions.use', 'sessions.expire', 'tokens.use', 'engine.command', 'pairs.ask', 'nodes.relabel', 'nodes.cordon', 'requests.lapse', 'allocations.preempt', 'residency.begin', 'residency.resolve', 'residency.update', 'residency.write', 'security.shutOut', 'audit.note']
const everything = [...(Object.keys(actions) as Action[]), ...unlisted].sort()
const split = (name: string): { resource: string; verb: string } => {
  const [resource = '', verb = ''] = name.split('.')
  return { resource, verb }
}
const sealed = (hash: string) => ({ sealed: 'c2VhbGVk', hash })
const entry = (name: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  auditId: 'audit-0198c0de-0000-7000-8000-000000000001', timestamp: '2026-11-20T10:30:00.123456Z', level: 'RequestResponse', outcome: 'done', reason: null,
  actor: { userId: '0198c0de-0000-7000-8000-00000000000a', username: sealed('name-hash'), groups: ['tenant_admin'], serviceAccount: null, sourceIP: sealed('source-hash'), userAgent: sealed('agent-hash'), sessionId: 's-1', factorId: 'f-1', onBehalfOf: null },
  action: { ...split(name), namespace: 'training', name: 'nvidia.com/gpu', apiGroup: 'bailiwick', apiVersion: 'v1' },
  request: { limit: '50', person: 'p-2', role: 'developer' }, response: { version: '2' }, context: { before: { limit: '10' }, after: { limit: '50' } },
  metadata: { tenant: 'aurora', stream: 'deed', sequence: '42', cluster: null, region: 'eu-west-1', environment: 'production', engineVersion: '1.0.0', policyVersion: '7', reference: 'ref-1' }, ...more,
})
const anonymous = entry('signIn.withPassword', { outcome: 'denied', reason: 'wrong_password', request: null, response: null, context: null, level: 'Metadata', actor: { userId: null, username: null, groups: [], serviceAccount: null, sourceIP: null, userAgent: null, sessionId: null, factorId: null, onBehalfOf: null } })
const byEngine = entry('sessions.expire', { actor: { ...anonymous.actor, serviceAccount: 'engine' } })
const corpus = [entry('quotas.change'), entry('quotas.list', { outcome: 'denied', reason: 'forbidden' }), entry('members.grant'), entry('people.disable'), entry('passwords.change'), entry('elevations.begin'), anonymous, byEngine]

test('every action there is has its place in both schemas', async () => {
  const lines = everything.map((name) => {
    const kind = classify(split(name))
    const { class: classUid, activity } = ocsfClass(kind)
    const { event } = asEcs(entry(name)) as { event: { category: string[]; type: string[] } }
    return `${name.padEnd(36)} ${`${kind.class} ${'activity' in kind ? kind.activity : ''}`.padEnd(24)} ${classUid}/${String(activity).padEnd(3)} ${event.category.join(',')}: ${event.type.join(',')}`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./event-classes.txt')
})

/** Of each class: what it is numbered, which activities it has, and what it must say; `any` of some. */
const required = {
  base: ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'],
  3001: { category: 3, activities: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 99], says: ['user'], any: [] },
  3002: { category: 3, activities: [1, 2, 3, 4, 5, 6, 7, 99], says: ['user'], any: ['service', 'dst_endpoint'] },
  3003: { category: 3, activities: [1, 2, 99], says: ['user'], any: ['privileges', 'group'] },
  3005: { category: 3, activities: [1, 2, 99], says: ['user', 'privileges'], any: [] },
  6003: { category: 6, activities: [1, 2, 3, 4, 99], says: ['actor', 'api', 'src_endpoint'], any: [] },
} as const
const has = (of: unknown, names: readonly string[]) => names.filter((name) => typeof of !== 'object' || of === null || !Object.hasOwn(of, name))
function ocsfFaults(event: Record<string, unknown>): string[] {
  const spec = required[event.class_uid as 6003]
  if (spec === undefined) return ['no class']
  const { metadata, user, actor, api, src_endpoint: source } = event as Record<string, Record<string, unknown>>
  const oneOf = (of: unknown, names: readonly string[], what: string) => (of !== undefined && has(of, names).length === names.length ? [what] : [])
  return [
    ...has(event, required.base), ...has(event, spec.says), ...(spec.any.length > 0 ? oneOf(event, spec.any, 'any') : []), ...has(metadata, ['product', 'version']), ...oneOf(metadata?.product, ['name', 'uid'], 'product'),
    ...oneOf(user, ['account', 'name', 'uid'], 'user'), ...oneOf(actor, ['process', 'user', 'iam_role', 'invoked_by', 'session', 'app_name', 'app_uid'], 'actor'), ...oneOf(actor?.user, ['account', 'name', 'uid'], 'actor.user'),
    ...oneOf(source, ['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'interface_uid', 'interface_name', 'domain'], 'src_endpoint'), ...(api === undefined ? [] : has(api, ['operation'])), ...(api?.request === undefined ? [] : has(api.request, ['uid'])),
    ...((spec.activities as readonly number[]).includes(event.activity_id as number) ? [] : ['activity']), ...(event.category_uid === spec.category ? [] : ['category']),
    ...(event.type_uid === (event.class_uid as number) * 100 + (event.activity_id as number) ? [] : ['type_uid']), ...(event.activity_id === 99 && !event.activity_name ? ['activity_name'] : []), ...(Number.isInteger(event.time) ? [] : ['time']),
  ]
}
const ecsTypes: Readonly<Record<string, readonly string[]>> = {
  api: ['access', 'admin', 'allowed', 'change', 'creation', 'deletion', 'denied', 'end', 'info', 'start', 'user'], authentication: ['start', 'end', 'info'], iam: ['admin', 'change', 'creation', 'deletion', 'group', 'info', 'user'], session: ['start', 'end', 'info'],
}
function ecsFaults(told: Record<string, unknown>): string[] {
  const { event, ecs } = told as { event: { kind: string; category: string[]; type: string[]; outcome: string }; ecs: { version: string } }
  return [
    ...has(told, ['@timestamp', 'ecs', 'event', 'message']), ...has(ecs, ['version']), ...(event.kind === 'event' ? [] : ['kind']), ...(event.category.every((one) => one in ecsTypes) ? [] : ['category']),
    ...event.type.filter((type) => !event.category.some((category) => ecsTypes[category]?.includes(type))), ...(['success', 'failure', 'unknown'].includes(event.outcome) ? [] : ['outcome']),
  ]
}
test('each says what its class must, whatever came of it, with and without what was kept of it', () => {
  let looked = 0
  for (const name of everything) {
    for (const outcome of ['done', 'refused', 'denied', 'fault'] as const) {
      for (const more of [{}, { request: null, response: null, context: null }, { actor: anonymous.actor }, { actor: byEngine.actor }]) {
        const one = entry(name, { outcome, ...more })
        expect([name, outcome, ocsfFaults(JSON.parse(JSON.stringify(asOcsf(one)))), ecsFaults(JSON.parse(JSON.stringify(asEcs(one))))]).toEqual([name, outcome, [], []])
        looked++
      }
    }
  }
  expect(looked).toBe(everything.length * 16)
})

const given = (one: StoredEntry): Given => ({ tenant: one.metadata.tenant, stream: one.metadata.stream, sequence: BigInt(one.metadata.sequence), at: new Date(one.timestamp), bytes: canonicalBytes(one as unknown as Json) })
test.each(['recorded', 'ocsf', 'ecs'] as const)('a corpus of records as %s', async (format) => {
  const lines = corpus.map((one) => JSON.parse(composeLine(given(one), format, 'own').text) as unknown)
  await expect(`${JSON.stringify(lines, null, 2)}\n`).toMatchFileSnapshot(`./corpus-${format}.json`)
})
test('a place’s own record is given byte for byte', () => {
  for (const one of corpus) expect(composeLine(given(one), 'recorded', 'own').text).toBe(given(one).bytes.toString('utf8'))
})
test.each(['recorded', 'ocsf', 'ecs'] as const)('as %s: the platform’s feeds say nothing of what was asked, answered and changed, and nobody’s say who somebody is by name', (format) => {
  const one = entry('quotas.change', { request: { secretly: 'asked' }, response: { secretly: 'answered' }, context: { after: { secretly: 'changed' } } })
  expect(composeLine(given(one), format, 'own').text).toContain('answered')
  expect(composeLine(given(one), format, 'all').text).not.toMatch(/secretly|asked|answered|changed/)
  if (format !== 'recorded') expect(composeLine(given(one), format, 'own').text).not.toContain('c2VhbGVk')
})
test.each(['recorded', 'ocsf', 'ecs'] as const)('as %s: whatever a record holds, it is one and reads as what went in', (format) => {
  for (const bad of ['\r\n', '\u001b[2J', '\u202e', '"}],"records":[{', '\u2028', '\\', '| = , ;', '__proto__', '😀']) {
    const line = composeLine(given(entry('quotas.change', { reason: bad, action: { ...entry('quotas.change').action, name: bad } })), format, 'own')
    expect(line.text).not.toMatch(/\p{Cc}/u)
    const { records } = JSON.parse(webhookBody(format, [line, line])) as { records: Record<string, unknown>[] }
    expect(records).toHaveLength(2)
    expect(JSON.stringify(records[0])).toContain(JSON.stringify(bad).slice(1, -1))
  }
})
test.each([['nothing', ''], ['no JSON', '{"a'], ['another thing', '{"a":1}'], ['no text at all', '\ufffd\u0000']])('a record that somebody spoilt, of %s, is told of as one that cannot be read, and keeps nothing waiting', (_, bytes) => {
  for (const format of ['recorded', 'ocsf', 'ecs'] as const) {
    const { text } = composeLine({ ...given(entry('quotas.change')), bytes: Buffer.from(bytes) }, format, 'own')
    expect(text).toContain('unreadable-aurora-deed-42')
    if (format === 'ocsf') expect(ocsfFaults(JSON.parse(text))).toEqual([])
  }
})
test('so many go together as fit, in order, and always one', () => {
  const line = (size: number) => ({ text: 'x'.repeat(size), at: new Date(), what: 'a.b', outcome: 'done' })
  expect([decideBatch([]), decideBatch([line(batchBytesMost + 1), line(1)]), decideBatch([line(300), line(300), line(300)], 600), decideBatch([line(1), line(2)])].map((batch) => batch.map(({ text }) => text.length))).toEqual([[], [batchBytesMost + 1], [300, 300], [1, 2]])
})
