/** The document is looked at with the parts of OSCAL's model that it uses (src/metaschema of usnistgov/OSCAL): what is required is there, and nothing is that the model does not have. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ControlId, controlIds, promiseOf, regimes } from './catalogue'
import { type ControlState, decideState, done, staleMs } from './decide-control'
import type { ControlShown } from './list-controls'
import { oscalOf, oscalVersion, tokenOf, uuidOf } from './oscal'
import { showRegime } from './read-regime'

// Not z.uuid(): OSCAL's ids are RFC 4122's of version 4 or 5.
const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const Token = z.string().regex(/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u)
const Line = z.string().regex(/^\S(.*\S)?$/)
const When = z.iso.datetime()
const Prop = z.strictObject({ name: Token, ns: z.string().regex(/^[a-z]+:\S+$/), value: Line })
const Observation = z.strictObject({
  uuid: Id, title: Line, description: Line, props: z.array(Prop).min(1), methods: z.array(z.enum(['EXAMINE', 'INTERVIEW', 'TEST', 'UNKNOWN'])).min(1), types: z.array(Token).min(1),
  'relevant-evidence': z.array(z.strictObject({ description: Line })).min(1), collected: When, expires: When,
})
const Finding = z.strictObject({
  uuid: Id, title: Line, description: Line, props: z.array(Prop).min(1),
  target: z.strictObject({ type: z.enum(['statement-id', 'objective-id']), 'target-id': Token, status: z.strictObject({ state: z.enum(['satisfied', 'not-satisfied']), reason: z.enum(['pass', 'fail', 'other']), remarks: Line }) }),
  'related-observations': z.array(z.strictObject({ 'observation-uuid': Id })).min(1).optional(),
})
const Document = z.strictObject({
  'assessment-results': z.strictObject({
    uuid: Id,
    metadata: z.strictObject({ title: Line, 'last-modified': When, version: Line, 'oscal-version': z.literal(oscalVersion) }),
    'import-ap': z.strictObject({ href: z.string().regex(/^#/) }),
    results: z.array(z.strictObject({
      uuid: Id, title: Line, description: Line, start: When, end: When,
      'reviewed-controls': z.strictObject({ 'control-selections': z.array(z.strictObject({ 'include-controls': z.array(z.strictObject({ 'control-id': Token })).min(1) })).min(1) }),
      observations: z.array(Observation).min(1).optional(), findings: z.array(Finding).min(1),
    })).min(1),
    'back-matter': z.strictObject({ resources: z.array(z.strictObject({ uuid: Id, title: Line, description: Line })).min(1) }),
  }),
})

const now = new Date('2026-03-01T12:00:00.000Z')
const tried = (control: ControlId, state: ControlState | null = 'proven', checkedAt = now): ControlShown => {
  const { says, asked, refusedAs: [no = ''], ...acts } = promiseOf(control)
  const at = state === null ? null : checkedAt.toISOString()
  return {
    control, says, asked, tried: { forbidden: acts.forbidden, allowed: acts.allowed }, state: decideState(state && { state, checkedAt }, now),
    since: at, checkedAt: at, forbidden: state === null ? null : state === 'violated' ? done : no, allowed: state === null ? null : done,
  }
}
const all = (but: Partial<Record<ControlId, ControlShown>> = {}) => controlIds.map((control) => but[control] ?? tried(control))
const made = (regime: (typeof regimes)[number], controls = all(), at = now) => oscalOf(showRegime(regime, controls, at))['assessment-results']
const findingIn = (document: ReturnType<typeof made>, requirement: string) => document.results[0]?.findings.find(({ title }) => title === requirement)

test.each(regimes)('of %s it is a document of OSCAL, also where nothing was ever tried, and whatever it points to is in it', (regime) => {
  for (const controls of [all(), all(Object.fromEntries(controlIds.map((control) => [control, tried(control, null)])))]) {
    const parsed = Document.parse(JSON.parse(JSON.stringify(oscalOf(showRegime(regime, controls, now)))))['assessment-results']
    const [result] = parsed.results
    const observed = (result?.observations ?? []).map(({ uuid }) => uuid)
    expect((result?.findings ?? []).flatMap(({ 'related-observations': related = [] }) => related.map((one) => one['observation-uuid'])).filter((uuid) => !observed.includes(uuid))).toEqual([])
    expect(parsed['back-matter'].resources.map(({ uuid }) => `#${uuid}`)).toContain(parsed['import-ap'].href)
    const ids = [parsed.uuid, result?.uuid, ...observed, ...(result?.findings ?? []).map(({ uuid }) => uuid), ...parsed['back-matter'].resources.map(({ uuid }) => uuid)]
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(result?.findings.map(({ target }) => target['target-id'])).size).toBe(result?.findings.length)
  }
})
test('where all is proven, what is answered and has no gap is satisfied, and nothing else', () => {
  for (const regime of regimes) {
    const { requirements } = showRegime(regime, all(), now)
    expect(requirements.map(({ requirement }) => [requirement, findingIn(made(regime), requirement)?.target.status.state]))
      .toEqual(requirements.map(({ requirement, gaps }) => [requirement, gaps.length > 0 ? 'not-satisfied' : 'satisfied']))
  }
})
test('a violated control makes its requirement not satisfied, and is named', () => {
  expect(findingIn(made('soc2', all({ 'ledger.ceiling': tried('ledger.ceiling', 'violated') })), 'A1.1')?.target.status).toEqual({ state: 'not-satisfied', reason: 'fail', remarks: 'Violated: ledger.ceiling.' })
})
test('what was tried too long ago is unknown, and does not satisfy', () => {
  const stale = tried('ledger.ceiling', 'proven', new Date(now.getTime() - staleMs - 1))
  expect(findingIn(made('soc2', all({ 'ledger.ceiling': stale })), 'A1.1')?.target.status).toEqual({ state: 'not-satisfied', reason: 'other', remarks: 'Unknown: ledger.ceiling.' })
})
test('a gap is never satisfied, says whose it is, and is pointed at no evidence that there is not', () => {
  const found = findingIn(made('fedramp'), 'PS-3')
  expect(found?.target.status).toEqual({ state: 'not-satisfied', reason: 'other', remarks: 'No control answers it. Not the product’s, but for whoever runs it: Clearance of personnel.' })
  expect(found).not.toHaveProperty('related-observations')
})
test('two documents of one state are the same but for when they were made', () => {
  const [first, second] = [made('gdpr'), made('gdpr', all(), new Date(now.getTime() + 60_000))]
  expect(second.metadata['last-modified']).not.toBe(first.metadata['last-modified'])
  expect({ ...second, metadata: { ...second.metadata, 'last-modified': first.metadata['last-modified'] } }).toEqual(first)
})
test('a document that says something else has another id, as OSCAL asks, and so has its result; what it finds and observes keeps its own', () => {
  const idsOf = (document: ReturnType<typeof made>) => {
    const [result] = document.results
    return { own: [document.uuid, result?.uuid], within: [...(result?.findings ?? []), ...(result?.observations ?? [])].map(({ uuid }) => uuid) }
  }
  const [first, violated, later] = [made('soc2'), made('soc2', all({ 'ledger.ceiling': tried('ledger.ceiling', 'violated') })), made('soc2', controlIds.map((control) => tried(control, 'proven', new Date(now.getTime() - 1_000))))].map(idsOf)
  expect(new Set([...(first?.own ?? []), ...(violated?.own ?? []), ...(later?.own ?? [])]).size).toBe(6)
  expect([violated?.within, later?.within]).toEqual([first?.within, first?.within])
})
test('an id is made as RFC 9562 makes one of a name, and a requirement is named as NIST’s catalogue names it', () => {
  expect(uuidOf('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(['AC-6(2)', 'AC-2', 'CC6.1', 'Art. 5(1)(f)', '164.312(a)(2)(iv)'].map(tokenOf)).toEqual(['ac-6.2', 'ac-2', 'cc6.1', 'art.5.1.f', 's164.312.a.2.iv'])
})
