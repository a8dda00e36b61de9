import { expect, test } from 'vitest'
import { AccessBody, type Entry, metadataOf, thresholdEntry } from '~/server/audit/entry'
import type { Json } from '~/server/shared/canonical'
import { canonicalBytes } from '~/server/shared/canonical'
import { capture, keepBody, type Levels } from './capture'
import type { Level } from './decide-level'
import { fieldsOf } from './fields'
import { levelsFrom, usualLevels } from './levels-now'
import { LevelsPolicy } from './levels-policy'

const source = { address: '192.0.2.1', userAgent: 'test', reference: 'one' }
const { tenant: _, ...blank } = thresholdEntry({ verb: 'create', resource: 'allocations', outcome: 'done', reason: null, source })
const entry: Entry = { ...blank, actor: { ...blank.actor, userId: '00000000-0000-7000-8000-000000000001', groups: ['developer'] }, metadata: metadataOf('one') }
const saying = (level: Level, bodyBytesMost = 16_384): Levels => ({ version: '3', bodyBytesMost, rules: [{ id: 'all', title: 'All', level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null }] })
const asked = { tenant: 'aurora', namespace: 'training', name: 'trainer', each: { 'nvidia.com/gpu': '4' }, purpose: 'For the run of May.' }
const answered = { verdict: 'admit', allocation: '00000000-0000-7000-8000-000000000002' }
const kept = (levels: Levels, more: { asked?: unknown; answered?: Json } = { asked, answered }, of: Partial<Entry> = {}) => capture({ ...entry, ...of }, { tenant: 'aurora', regimes: [] }, more, levels)

test('each level keeps what it says, and the record says by which rule of which version', () => {
  expect(kept(saying('Metadata'))).toMatchObject({ level: 'Metadata', request: null, response: null, metadata: { kept: { version: '3', rule: 'all', request: null, response: null } } })
  expect(kept(saying('Request'))).toMatchObject({ level: 'Request', request: asked, response: null })
  expect(kept(saying('RequestResponse'))).toMatchObject({ level: 'RequestResponse', request: asked, response: answered })
  expect(kept(saying('None'))).toMatchObject({ level: 'Metadata', request: null, response: null })
  expect(kept(saying('None'), { asked }, { action: { ...entry.action, verb: 'list' } })).toBeNull()
  expect(kept(usualLevels)).toMatchObject({ level: 'Request', metadata: { kept: { version: null, rule: 'deeds' } } })
})
test('what nobody asked, as what the clock did, has no more than that it was', () => {
  expect(kept(saying('RequestResponse'), {})).toMatchObject({ level: 'Metadata', request: null, response: null })
})
test('a field that is on no list is left out, wherever it stands, and the record says which', () => {
  const { body, note } = keepBody({ ...asked, email: 'ada@aurora.test', find: 'ada', items: [{ namespace: 'red', email: 'x' }] }, fieldsOf('quotas'), 16_384)
  expect(body).toEqual({ tenant: 'aurora', namespace: 'training', name: 'trainer', purpose: 'For the run of May.' })
  expect(note).toEqual({ left: ['each', 'email', 'find', 'items'], hidden: 0, cutBytes: 0 })
  expect(keepBody({ tenant: 'a', anything: 1 }, fieldsOf('never-heard-of'), 16_384).body).toEqual({ tenant: 'a' })
})
test('a secret is hidden by its name, by its shape, and beside the name of a variable; how many there were is said', () => {
  const pod = { spec: { containers: [{ name: 'main', image: 'trainer:1', env: [{ name: 'HF_TOKEN', value: 'abcdef' }, { name: 'LOG_LEVEL', value: 'debug' }, { name: 'DB', value: 'postgres://u:hunter2hunter2@db/x' }], args: ['--password=hunter2hunter2'] }], registry: { password: 'quite plain', pin: 4711 } }, 'ghp_abcdefghijklmnopqrstuvwxyz0123456789': true }
  const { body, note } = keepBody({ ...asked, pod }, fieldsOf('allocations'), 16_384)
  const text = JSON.stringify(body)
  for (const secret of ['abcdef"', 'hunter2', 'ghp_', 'quite plain', '4711']) expect(text).not.toContain(secret)
  expect(text).toContain('"LOG_LEVEL","value":"debug"')
  expect(note).toEqual({ left: [], hidden: 5, cutBytes: 0 })
})
test('what is too much is cut from the end on, and by how much is said', () => {
  const pods = Array.from({ length: 500 }, (_each, at) => ({ name: `pod-${at}`, cpu: '4000m' }))
  for (const most of [1_024, 4_096, 16_384]) {
    for (const body of [{ ...asked, pod: pods }, { ...asked, pod: 'ä'.repeat(40_000) }, { pod: { deep: { text: 'x'.repeat(99_000) }, more: pods } }]) {
      const taken = keepBody(body, fieldsOf('allocations'), most)
      const bytes = Buffer.byteLength(JSON.stringify(taken.body))
      expect(bytes).toBeLessThanOrEqual(most)
      expect(taken.note?.cutBytes).toBe(Buffer.byteLength(JSON.stringify(body)) - bytes)
      if ('tenant' in body) expect(taken.body).toMatchObject({ tenant: 'aurora', name: 'trainer' })
    }
  }
})
test('whatever was sent, something comes of it that has canonical bytes and that the inbox takes', () => {
  const ring: { pod?: unknown } = {}
  ring.pod = ring
  const odd = [undefined, null, 7, Number.NaN, 10n ** 30n, 'half \ud800', [[['x']]], new Date(0), () => 1, Symbol('x'), ring, { pod: { a: undefined, '\ud800': 1 } }, JSON.parse('{"__proto__": {"polluted": true}, "pod": {"__proto__": 1}}'), { pod: Array.from({ length: 60_000 }, () => 1) }]
  for (const body of odd) {
    const made = kept(saying('Request'), { asked: body }, { outcome: 'refused' })
    expect(() => canonicalBytes(made as unknown as Json)).not.toThrow()
    expect(AccessBody.safeParse(JSON.parse(JSON.stringify(made))).error).toBeUndefined()
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
test('what was shown for a deed stays whole beside it: an approval is proven by it; of the rest, what looks like a secret is hidden', () => {
  const factor = { assertion: { id: 'x', response: { signature: 'MEUCIQ', clientDataJSON: 'e30', authenticatorData: 'AAAA' } }, digest: 'x'.repeat(43) }
  expect(kept(saying('Metadata'), { asked }, { context: { before: { address: 'https://ada:hunter2hunter2@example.org' }, after: { limit: '8' }, factor } })?.context)
    .toEqual({ before: { address: 'https://ada:[redacted]@example.org' }, after: { limit: '8' }, factor })
})
test('rules that nobody can read leave nothing out', () => {
  expect(kept(levelsFrom('9', { rules: 'gone' }))).toMatchObject({ level: 'Request', metadata: { kept: { version: '9', rule: null } } })
})
// As when a new version of the product records a read that it did not record before: what was chosen for everything else stays chosen.
test('a rule of some regimes is of tenants that are under one of them; what somebody wrote before there were any is of all', () => {
  const ofHealth = saying('RequestResponse')
  const under = (regimes: readonly ('gdpr' | 'hipaa')[], levels: Levels) => capture(entry, { tenant: 'aurora', regimes }, { asked, answered }, levels)?.metadata.kept?.rule
  const rules = { ...ofHealth, rules: ofHealth.rules.map((rule) => ({ ...rule, regimes: ['hipaa' as const] })) }
  expect([under(['gdpr', 'hipaa'], rules), under(['gdpr'], rules), under([], rules)]).toEqual(['all', null, null])
  const before = ofHealth.rules.map(({ regimes: _, ...rule }) => rule)
  expect(under([], levelsFrom('3', { rules: before, bodyBytesMost: 16_384 }))).toBe('all')
})
test('rules that say None of what has become a deed since are kept to in all else', () => {
  const { version, ...body } = saying('None')
  expect(LevelsPolicy.safeParse(body).success).toBe(false)
  expect(kept(levelsFrom(version, body))).toMatchObject({ level: 'Metadata', metadata: { kept: { version: '3', rule: 'all' } } })
  expect(kept(levelsFrom(version, body), { asked }, { action: { ...entry.action, verb: 'list' } })).toBeNull()
})
