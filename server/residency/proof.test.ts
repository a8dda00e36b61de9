/** A proof is made by the product as it runs, and then changed in every way that somebody could think of. What finds it out is the product's verifier and one that was written from PROOF.md alone. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeReport } from '~/server/clusters/take-report'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import { watchResidency } from '~/server/engine/watch-residency'
import { logKey } from '~/server/keys/log-key'
import { noteKey, noteKeyText, parseNoteKey } from '~/server/keys/note'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { numberAll, projectAll, sealAll } from '~/server/testing/records'
import { strangersVerdict } from '~/server/testing/residency-stranger'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { decideProof, type ProofJudged, proofReasons } from './decide-proof'
import { examineProof } from './examine-proof'
import { proofRefusals } from './proof.refusals'

let [world, fleet, key]: [World, Cluster, string] = [null as never, null as never, '']
let look: (seconds: number) => Promise<void>
let says: (seconds: number, region?: string) => Promise<unknown>
let [honest, others, early]: [string, string, string] = ['', '', '']
const beginsMs = Date.now() - 3_600_000
const moment = (seconds: number) => new Date(beginsMs + seconds * 1_000)
const at = (seconds: number) => moment(seconds).toISOString()

beforeAll(async () => {
  world = await makeWorld()
  fleet = await makeCluster(world, { heard: false })
  key = noteKeyText(logKey())
  const lease = `proof-${world.mark}`
  await takeLease(lease, 600)
  const work = (tenant: string, workload: string) => ({ workload, tenant, namespace: 'red', allocation: tenant === world.a ? world.allocation : null, amounts: { 'nvidia.com/gpu': '1' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: at(-60), failed: false })
  says = (seconds: number, region = fleet.region) => underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, {
    cluster: fleet.cluster, nodes: [{ node: fleet.nodes[0], at: at(seconds), place: { region, residency: 'eu', jurisdiction: 'gdpr', providerId: `simulated:///${region}a/x` }, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [work(world.a, 'w'), work(world.b, 'v')] }],
  }, moment(seconds)))
  look = (seconds: number) => watchResidency(lease, { now: moment(seconds), tenants: [world.a, world.b] })
  // Two pages without a hole, and a third over a time in which nobody looked.
  for (let seconds = 0; seconds <= 1_240; seconds += 40) {
    await says(seconds)
    await look(seconds + 1)
  }
  await sealAll()
  early = await prove(world.a, world.admin, at(30), at(600))
  for (let seconds = 1_800; seconds <= 2_000; seconds += 40) {
    await says(seconds)
    await look(seconds + 1)
  }
  honest = await prove(world.a, world.admin, at(30), at(1_200))
  others = await prove(world.b, world.stranger, at(30), at(1_200))
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

async function prove(tenant: string, person: World['admin'], since: string, until: string, more: object = {}): Promise<string> {
  await sealAll()
  await projectAll()
  const { text } = await (await doorFor(person)).residency.prove({ tenant, allocation: tenant === world.a ? world.allocation : null, namespace: tenant === world.a ? null : 'red', jurisdiction: 'eu', since, until, asOf: new Date().toISOString(), ...more })
  const parts: string[] = []
  let isWhole = false
  // What closes it is numbered and sealed as by the engine's loops.
  const seal = async () => {
    while (!isWhole) {
      await numberAll()
      await projectAll()
      await sealAll()
    }
  }
  let sealing: Promise<void> = Promise.resolve()
  try {
    for await (const part of text()) {
      parts.push(part)
      if (part.includes('"claim"')) sealing = seal()
    }
  } finally {
    isWhole = true
    await sealing
  }
  return parts.join('')
}
async function* linesIn(file: string) { for (const line of file.slice(0, -1).split('\n')) yield line }
const judged = async (file: string, told = key): Promise<ProofJudged> => decideProof((await examineProof(linesIn(file), parseNoteKey(told))).facts)

type Change = (lines: string[]) => void
const changed = (file: string, change: Change): string => {
  const lines = file.slice(0, -1).split('\n')
  change(lines)
  return `${lines.join('\n')}\n`
}
const lineAt = (lines: string[], name: string) => lines.findIndex((line) => line.startsWith(`{"${name}"`))
/** A page is written again in the right form, as somebody would who knows the format. */
const inPage = (change: (page: { stays: Record<string, unknown>[]; gaps: unknown[]; policies: Record<string, unknown>[]; to: string }, record: Record<string, unknown>) => void): Change => (lines) => {
  const line = lineAt(lines, 'record')
  const record = JSON.parse((JSON.parse(lines[line] ?? '') as { record: string }).record)
  change(record.context.after, record)
  lines[line] = JSON.stringify({ record: JSON.stringify(record) })
}
const inLine = (name: string, change: (value: never) => unknown): Change => (lines) => {
  const line = lineAt(lines, name)
  const json = JSON.parse(lines[line] ?? '')
  lines[line] = JSON.stringify(name === 'format' ? change(json as never) : { [name]: change(json[name] as never) })
}

test('an honest proof shows that it was always in the EU, to the product’s verifier and to a stranger’s', async () => {
  const { verdict, reasons } = await judged(honest)
  expect([verdict, reasons, strangersVerdict(honest, key)]).toEqual(['always', [], 'always'])
  expect((await judged(others)).verdict).toBe('always')
})
test('a time in which nobody looked is declared, and makes it not provable; what nobody wrote down does too', async () => {
  const file = await prove(world.a, world.admin, at(30), at(1_990))
  const { verdict, findings } = await judged(file)
  expect([verdict, strangersVerdict(file, key)]).toEqual(['not_provable', 'not_provable'])
  expect(findings.map(({ says }) => says).join(' ')).toContain('nobody looked')
  const before = await prove(world.a, world.admin, at(-3_000), at(600))
  expect([(await judged(before)).verdict, strangersVerdict(before, key)]).toEqual(['not_provable', 'not_provable'])
})
test('an exception stands in the file as what it is, to both verifiers, and changes nothing of where it was', async () => {
  const policy = { tenant: world.b, kind: 'residency' as const, version: null, body: { jurisdiction: null, allowed: ['*'], prohibited: [fleet.region] } }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeInTenant', policy) })).policies.changeInTenant(policy)).toMatchObject({ ok: true })
  await look(2_010)
  await loading((sql) => sql.query(`INSERT INTO residency_exception (tenant_id, violation_id, regions, reason, owner_id, since, until, granted_by)
    SELECT tenant_id, id, regions, 'It moves.', $2, $3, $4, $2 FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL AND regions = ARRAY[$5]`, [world.b, world.platformAdmin.id, moment(2_011), moment(2_500), fleet.region]))
  await look(2_020)
  await (await doorFor(world.stranger)).residency.keep({ tenant: world.b })
  await look(2_030)
  const file = await prove(world.b, world.stranger, at(2_011), at(2_020))
  const { verdict, reasons, findings } = await judged(file)
  expect([verdict, reasons, strangersVerdict(file, key)]).toEqual(['always', [], 'always'])
  expect(findings.map(({ says }) => says).join(' ')).toContain(`it was in ${fleet.region} by an exception from its policy`)
  const without = changed(file, inPage((page) => { delete (page as { exceptions?: unknown }).exceptions }))
  expect([(await judged(without)).verdict, strangersVerdict(without, key)]).toEqual(['invalid', expect.stringMatching(/^no: /)])
})
describe('a proof that leans on a failover', () => {
  let [file, away, declared]: [string, string, string] = ['', '', '']
  let people: Record<'preparedBy' | 'declaredBy', [string, string]>
  beforeAll(async () => {
    away = fleet.region.replace(/^eu/, 'ez')
    await loading((sql) => sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Away', 'DE', 'eu')", [away]))
    const [one, other] = [world.platformAdmin, world.platformApprover]
    const act = async (by: World['admin'], verb: 'askFailover' | 'signFailover' | 'askDisaster' | 'signDisaster', input: object) => {
      const door = (await doorFor(by, { stepUp: await shown(by, `residency.${verb}`, input as never) })).residency
      const answer = await (door[verb] as (wish: object) => Promise<{ ok: boolean; value: { failover: string; disaster: string } }>)(input)
      expect(answer).toMatchObject({ ok: true })
      return answer.value
    }
    const { failover } = await act(one, 'askFailover', { tenant: world.a, regions: [away], reason: 'Our copies are there.' })
    await act(other, 'signFailover', { tenant: world.a, failover })
    const { disaster } = await act(one, 'askDisaster', { region: fleet.region, until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'It is lost.' })
    await act(other, 'signDisaster', { disaster })
    declared = disaster
    people = { preparedBy: [one.id, other.id], declaredBy: [one.id, other.id] }
    // As long ago as what is played here.
    for (const table of ['residency_failover', 'residency_disaster']) await loading((sql) => sql.query(`UPDATE ${table} SET asked_at = $2, signed_at = $3 WHERE id = ANY ($1)`, [[failover, disaster], moment(2_040), moment(2_050)]))
    await loading((sql) => sql.query('UPDATE cluster SET region_id = $2 WHERE id = $1', [fleet.cluster, away]))
    for (const seconds of [2_060, 2_100, 2_140]) {
      await says(seconds, away)
      await look(seconds + 1)
    }
    await (await doorFor(world.admin)).residency.keep({ tenant: world.a })
    await look(2_150)
    file = await prove(world.a, world.admin, at(2_065), at(2_140))
  })
  // It would stand in what others write of theirs.
  afterAll(async () => { await (await doorFor(world.platformAdmin)).residency.endDisaster({ disaster: declared }) })
  type Leaning = { failovers: Record<string, unknown>[]; stays: Record<string, unknown>[] }
  /** With the one that is ours: what others declare at the same time stands beside it. */
  const inFailover = (change: (page: Leaning, one: Record<string, unknown>) => void) => inPage((page) => {
    const leaning = page as unknown as Leaning
    change(leaning, leaning.failovers.find(({ disaster }) => disaster === fleet.region) ?? {})
  })

  test('names who asked for and who signed both, and is honest to both verifiers', async () => {
    const { verdict, reasons, findings } = await judged(file)
    expect([verdict, reasons, strangersVerdict(file, key)]).toEqual(['always', [], 'always'])
    const { preparedBy: [asked, signed], declaredBy: [first, second] } = people
    expect(findings.map(({ says }) => says)).toContainEqual(expect.stringMatching(new RegExp(`it was in ${away} because a disaster was declared in ${fleet.region}.*asked for by person ${asked} and signed by person ${signed}; the disaster was asked for by person ${first} and signed by person ${second}`)))
  })
  test.each<[says: string, reason: (typeof proofReasons)[number], change: Change]>([
    ['who prepared it is another', 'not_in_log', inFailover((_, one) => { Object.assign(one, { preparedBy: [...people.preparedBy].reverse() }) })],
    ['who declared it is another', 'not_in_log', inFailover((_, one) => { Object.assign(one, { declaredBy: [world.admin.id, people.declaredBy[1]] }) })],
    ['one person declared it alone', 'misjudged', inFailover((_, one) => { Object.assign(one, { declaredBy: [people.declaredBy[0], people.declaredBy[0]] }) })],
    ['nobody is named', 'not_in_log', inFailover((_, one) => { for (const name of ['preparedBy', 'declaredBy']) delete one[name] })],
    ['it began at another time', 'not_in_log', inFailover((_, one) => { Object.assign(one, { from: at(2_055) }) })],
    ['it ended before the work went there', 'misjudged', inFailover((_, one) => { Object.assign(one, { from: at(1_000), to: at(1_900) }) })],
    ['it was for another region', 'misjudged', inFailover((_, one) => { Object.assign(one, { regions: [fleet.region] }) })],
    ['the disaster was in another region', 'misjudged', inFailover((_, one) => { Object.assign(one, { disaster: 'eu-test-1' }) })],
    ['the failover is dropped', 'misjudged', inFailover((page) => { page.failovers = [] })],
    ['that it was one is dropped', 'misjudged', inFailover(({ stays }) => { for (const stay of stays) delete stay.failover })],
  ])('%s: %s', async (_says, reason, change) => {
    const edited = changed(file, change)
    expect(edited).not.toBe(file)
    const { verdict, reasons } = await judged(edited)
    expect([verdict, reasons]).toEqual(['invalid', expect.arrayContaining([reason])])
    expect(strangersVerdict(edited, key)).toMatch(/^no: /)
  })
})
test('of another law it shows the opposite, and of what never ran nothing', async () => {
  const other = await prove(world.a, world.admin, at(30), at(1_200), { jurisdiction: 'us' })
  expect([(await judged(other)).verdict, strangersVerdict(other, key)]).toEqual(['not', 'not'])
  const nothing = await prove(world.a, world.admin, at(30), at(1_200), { allocation: world.request })
  expect([(await judged(nothing)).verdict, strangersVerdict(nothing, key)]).toEqual(['not_provable', 'not_provable'])
})
test('without the log’s key nothing more is said than that it is whole by its own; nobody of another tenant takes one out', async () => {
  expect(decideProof((await examineProof(linesIn(honest), null)).facts).verdict).toBe('by_its_own_key')
  await expect((await doorFor(world.stranger)).residency.prove({ tenant: world.a, allocation: null, namespace: null, jurisdiction: 'eu', since: at(0), until: at(10), asOf: at(10) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const edits: [says: string, reason: (typeof proofReasons)[number], change: Change][] = [
  ['a stay is dropped', 'changed', inPage((page) => { page.stays.pop() })],
  ['a region is another', 'misjudged', inPage((page) => { page.stays[0] = { ...page.stays[0], region: 'eu-test-1' } })],
  ['the evidence of a region is another', 'misjudged', inPage((page) => { page.stays[0] = { ...page.stays[0], evidence: null } })],
  ['a time is another', 'chain_broken', inPage((page) => { page.to = at(900) })],
  ['a page is dropped', 'changed', (lines) => {
    lines.splice(lineAt(lines, 'record'), 1)
    inLine('places', (places) => (places as number[]).slice(1))(lines)
  }],
  ['a page stands there twice', 'twice', (lines) => {
    lines.splice(lineAt(lines, 'record'), 0, lines[lineAt(lines, 'record')] ?? '')
    inLine('places', (places) => [(places as number[])[0], ...(places as number[])])(lines)
  }],
  ['a gap is made up', 'changed', inPage((page) => { page.gaps.push({ from: at(40), to: at(50) }) })],
  ['a version of the policy is another', 'misjudged', inPage((page) => { page.policies[0] = { version: '7', body: page.policies[0]?.body } })],
  ['what a policy says is another', 'misjudged', inPage((page) => { page.policies[0] = { version: null, body: { jurisdiction: null, allowed: ['us-*'], prohibited: [] } } })],
  ['the period is shorter', 'claim_differs', inLine('format', (head) => ({ ...(head as object), until: at(5_000) }))],
  ['the period is shorter within what was written', 'changed', inLine('format', (head) => ({ ...(head as object), until: at(900) }))],
  ['it is of another piece of work', 'claim_differs', inLine('format', (head) => ({ ...(head as object), allocation: '00000000-0000-4000-8000-000000000000' }))],
  ['another law is claimed', 'claim_differs', inLine('format', (head) => ({ ...(head as object), jurisdiction: 'us' }))],
  ['the claim is another', 'claim_differs', inLine('claim', (claim) => ({ ...(claim as object), verdict: 'not_provable', unproven: [{ from: at(40), to: at(50), because: 'not_watched' }] }))],
  ['its tenant is another', 'not_the_tenants', inLine('format', (head) => ({ ...(head as object), tenant: world.b }))],
  ['the pages are another tenant’s', 'not_the_tenants', (lines) => { lines.splice(1, lines.filter((line) => line.startsWith('{"record"')).length, ...others.split('\n').filter((line) => line.startsWith('{"record"'))) }],
  ['it is closed by what closed another', 'changed', (lines) => { lines[lineAt(lines, 'closing')] = early.split('\n').find((line) => line.startsWith('{"closing"')) ?? '' }],
  ['an older checkpoint stands in it', 'not_in_log', (lines) => { lines[lineAt(lines, 'checkpoint')] = early.split('\n').find((line) => line.startsWith('{"checkpoint"')) ?? '' }],
  ['the place of a page is another', 'not_in_log', inLine('places', (places) => (places as number[]).map((place, nth) => (nth === 0 ? place + 1 : place)))],
  ['its end is missing', 'torn', (lines) => { lines.splice(lineAt(lines, 'checkpoint')) }],
  ['a line more stands in it', 'torn', (lines) => { lines.push('{"hashes":[]}', '{"note":"all well"}') }],
]
test.each(edits)('%s: %s', async (_says, reason, change) => {
  const file = changed(honest, change)
  expect(file).not.toBe(honest)
  const { verdict, reasons } = await judged(file)
  expect(verdict).toBe('invalid')
  expect(reasons).toContain(reason)
  expect(strangersVerdict(file, key)).toMatch(/^no: /)
})
test('signed again with another key it is of another log, whichever key is in it', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from((publicKey.export({ format: 'jwk' }) as { x: string }).x, 'base64url')
  const theirs = noteKeyText(noteKey(logKey().name, raw))
  for (const file of [honest, changed(honest, inLine('format', (head) => ({ ...(head as object), log: theirs })))]) {
    const { verdict } = await judged(file, file === honest ? theirs : key)
    expect(verdict).toBe('invalid')
  }
  expect(strangersVerdict(honest, theirs)).toMatch(/^no: /)
})
test('every reason has its sentence', () => { expect(Object.keys(proofRefusals).sort()).toEqual([...proofReasons].sort()) })
