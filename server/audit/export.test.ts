/** What is taken out is what was found; and as a bundle it is what was sealed, which two verifiers find out that share nothing but the text of the format. */
import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { linesIn } from '~/server/database/lines'
import { inScope } from '~/server/database/scope'
import { signHandover } from '~/server/keys/handover'
import { handoversFile } from '~/server/keys/handovers-file'
import { logKey, logSigner, logSignerOf } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { numberAll, projectAll, recordsOf, sealAll } from '~/server/testing/records'
import { asOwner } from '~/server/testing/owner'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { strangersWord } from '~/server/testing/stranger'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import type { Reading } from '~/server/database/read'
import { openCheckpoint, signCheckpoint } from './checkpoint'
import { decideQuery } from './decide-query'
import { partsOf } from './export-parts'
import { meantBy } from './search-lines'
import { verifyExports } from './verify-exports'

const folder = mkdtempSync(`${tmpdir()}/exports-`)
let world: World
let bundle: string
const asOf = new Date().toISOString()
const settle = async () => { await numberAll(); await projectAll(); await sealAll() }
beforeAll(async () => {
  world = await makeWorld()
  const create = async (tenant: string, name: string, title = 'N') => (await doorFor(tenant === world.a ? world.admin : world.stranger)).namespaces.create({ tenant, name, ...plainNamespace, title }).catch(() => null)
  // What is pasted from elsewhere may have a character that ends a line there, or the one that stands for what could not be read.
  for (let at = 0; at < 7; at++) await create(world.a, `mine-${at}`, 'Two\u2028lines \ufffd')
  await create(world.a, 'mine-1', 'Another')
  for (let at = 0; at < 3; at++) await create(world.b, `theirs-${at}`)
  // What was asked and refused is recorded by its name, whatever that is.
  await create(world.a, '=1+1,"x"')
  await settle()
  bundle = await bundleOf('resource:namespaces')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await closeDatabase()
})

type Form = 'csv' | 'jsonl' | 'bundle'
const read = async (text: AsyncGenerator<string>) => {
  let whole = ''
  for await (const part of text) whole += part
  return whole
}
const exported = async (query: string, form: Form) => read((await (await doorFor(world.auditor)).audit.export({ tenant: world.a, query, actors: null, form, asOf })).text())
/** What seals goes on beside it, as the engine's loops do. */
async function whileSealing<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const ended = work.finally(() => { isDone = true })
  while (!isDone) {
    await settle()
    await new Promise((wait) => setTimeout(wait, 50))
  }
  return ended
}
const bundleOf = (query: string) => whileSealing(exported(query, 'bundle'))
async function allPages(query: string) {
  const door = await doorFor(world.auditor)
  const rows = []
  for (let after: string | null = null; ;) {
    const page = await door.audit.search({ tenant: world.a, query, actors: null, limit: 3, after, before: null })
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
  }
}
const lines = (text: string) => text.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>)
/** RFC 4180, read by the letter. */
const cells = (csv: string) => csv.split('\r\n').slice(0, -1).map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? ''))

test.each(['resource:namespaces', 'resource:namespaces outcome:refused', 'mine-1 since:1h', 'outcome:done tenant:borealis', 'resource:namespaces outcome:fault'])('what is taken out for %s is what all pages of the search show, and says what was left out of it', async (query) => {
  const shown = await allPages(query)
  const leftOut = query.includes('borealis') ? [`tenant:borealis Here only ${world.a} is searched.`] : []
  expect(lines(await exported(query, 'jsonl'))).toEqual([...shown, ...leftOut.map((says) => ({ leftOut: says }))])
  const [names = [], ...rows] = cells((await exported(query, 'csv')).replace(/^\uFEFF/, ''))
  expect(rows).toEqual([...shown.map((row) => names.map((name) => (row[name as keyof typeof row] ?? '').replace(/^=/, "'="))), ...leftOut.map((says) => [`Left out of the search: ${says}`])])
}, 20_000)
test('a name that a program would carry out is text in a table, and itself in lines', async () => {
  expect(await exported('resource:namespaces reason:bad_input', 'csv')).toContain(`,namespaces,create,"'=1+1,""x""",`)
  expect(lines(await exported('resource:namespaces reason:bad_input', 'jsonl'))).toMatchObject([{ name: '=1+1,"x"' }])
})

test('of a tenant nothing of another is taken out, whatever is asked; and nobody takes it out who may not search', async () => {
  expect(lines(await exported(`tenant:${world.b}`, 'jsonl')).filter(({ tenant }) => tenant !== world.a)).toEqual([{ leftOut: `tenant:${world.b} Here only ${world.a} is searched.` }])
  expect(lines(await exported(`tenant:${world.b} theirs-1`, 'jsonl'))).toEqual([{ leftOut: expect.stringContaining(world.b) }])
  expect(cells((await exported('outcome:dnoe theirs-1', 'csv')).replace(/^\uFEFF/, '')).slice(1)).toEqual([[expect.stringContaining('Left out of the search: outcome:dnoe An outcome is one of')]])
  const asked = { query: '', actors: null, form: 'jsonl' as const, asOf }
  for (const [person, reason] of [[world.stranger, 'not_found'], [world.developer, 'forbidden']] as const) await expect((await doorFor(person)).audit.export({ tenant: world.a, ...asked })).rejects.toMatchObject({ cause: { reason } })
  await expect((await doorFor(world.admin)).audit.exportOnPlatform(asked)).rejects.toMatchObject({ cause: { reason: 'not_found' } })
})
test('it is cut off where it is longest, and that is said; each part is read for itself', async () => {
  const scope = { tenant: world.a, namespaces: '*' } as const
  let reads = 0
  const db = { further: <T>(look: (db: Reading) => Promise<T>) => inScope('auditor', scope, (sql) => { reads++; return look({ lines: linesIn(sql) } as Reading) }) }
  const meant = meantBy(decideQuery('resource:namespaces'), world.a, null, Date.now())
  const of = async (bounds: { atOnce: number; most: number }) => {
    const parts = []
    for await (const part of partsOf(db, meant, async (_, found) => found.map(({ id }) => id), bounds)) parts.push(part)
    return parts
  }
  const all = (await of({ atOnce: 500, most: 500 })).flatMap(({ made }) => made)
  reads = 0
  const cut = await of({ atOnce: 2, most: 5 })
  expect([reads, cut.map(({ many }) => many), cut.flatMap(({ made }) => made), cut.at(-1)?.cut?.records]).toEqual([3, [2, 2, 1], all.slice(0, 5), 5])
  expect((await of({ atOnce: 3, most: all.length })).map(({ cut: at }) => at)).toEqual([null, null, null])
})
test('that it was taken out, by whom, how much and what, stands in the record', async () => {
  const text = await exported('resource:namespaces', 'csv')
  await numberAll()
  const own = (await recordsOf(world.a, 'access')).map(({ entry }) => entry).filter(({ action, actor }) => action.verb === 'export' && actor.userId === world.auditor.id).slice(-2)
  const digest = createHash('sha256').update(text).digest('base64url')
  expect(own.map(({ outcome, context }) => ({ outcome, context }))).toEqual([{ outcome: 'done', context: null }, { outcome: 'done', context: { export: { form: 'csv', records: cells(text).length - 1, digest } } }])
})

const key = () => noteKeyText(logKey())
const verdictOf = async (text: string, told: string | null = key()) => {
  writeFileSync(`${folder}/one.jsonl`, text)
  return verifyExports([`${folder}/one.jsonl`, ...(told === null ? [] : ['--log', told])])
}
test('a bundle holds the records byte for byte, and both verifiers take it; without the key it is said whose word it is', async () => {
  const shown = await allPages('resource:namespaces')
  const kept = new Map((await recordsOf(world.a, 'deed')).concat(await recordsOf(world.a, 'access')).map(({ bytes, entry }) => [entry.auditId, bytes.toString()]))
  expect(lines(bundle).flatMap(({ record }) => (typeof record === 'string' ? [record] : []))).toEqual(shown.map(({ id }) => kept.get(`audit-${id}`)))
  expect(strangersWord(bundle, key())).toBeNull()
  expect(await verdictOf(bundle)).toEqual({ code: 0, lines: expect.arrayContaining([expect.stringMatching(/VALID$/), expect.stringContaining('Asked: resource:namespaces')]) })
  expect(await verdictOf(bundle, null)).toMatchObject({ code: 2, lines: expect.arrayContaining([expect.stringContaining('BY THE KEY THAT IT NAMES ITSELF')]) })
})
test('a bundle says that it was asked what was searched for, and not what could not be meant', async () => {
  const text = await bundleOf(`verb:create tenant:${world.b} outcom:denied outcome:denid "Mine-1" since:1h`)
  expect(lines(text)[0]).toMatchObject({ query: 'verb:create since:1h mine 1' })
  expect(lines(text).some((line) => 'record' in line)).toBe(true)
  expect((await verdictOf(text)).lines).toContainEqual(expect.stringContaining('Asked: verb:create since:1h mine 1'))
}, 30_000)
test('so does one of all tenants, and one that found nothing', async () => {
  const door = await doorFor(world.platformAuditor)
  const all = await whileSealing((async () => read((await door.audit.exportOnPlatform({ query: `tenant:${world.a} tenant:${world.b} resource:namespaces`, actors: null, form: 'bundle', asOf })).text()))())
  expect(new Set(lines(all).flatMap(({ record }) => (typeof record === 'string' ? [JSON.parse(record).metadata.tenant] : [])))).toEqual(new Set([world.a, world.b]))
  const none = await bundleOf('resource:namespaces outcome:fault')
  for (const each of [all, none]) expect([strangersWord(each, key()), (await verdictOf(each)).code]).toEqual([null, 0])
}, 30_000)
test('`npm run verify` says so in a process with nothing but the file', async () => {
  writeFileSync(`${folder}/bundle.jsonl`, bundle)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const run = (...args: string[]) => new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', ...args], { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production' } }, (failed, out) => resolve({ code: failed ? failed.code : 0, out }))
  })
  expect(await run(`${folder}/bundle.jsonl`, '--log', key())).toEqual({ code: 0, out: expect.stringMatching(/bundle\.jsonl: VALID\n/) })
}, 30_000)

const rewritten = (change: (all: Record<string, unknown>[]) => Record<string, unknown>[]) => change(lines(bundle)).map((line) => `${JSON.stringify(line)}\n`).join('')
const at = (all: Record<string, unknown>[], name: string) => all.findIndex((line) => name in line)
const other = (record: unknown) => String(record).replace(/"outcome":"[a-z]+"/, '"outcome":"fault"')
const flipped = (hash: string) => { const bytes = Buffer.from(hash, 'base64'); bytes[5] = (bytes[5] ?? 0) ^ 1; return bytes.toString('base64') }
test.each<[string, () => string, RegExp]>([
  ['a record that was changed', () => rewritten((all) => all.map((line, nth) => (nth === at(all, 'record') ? { record: other(line.record) } : line))), /It is not what was taken out: .* was changed/],
  ['a record that is written otherwise', () => rewritten((all) => all.map((line, nth) => (nth === at(all, 'record') ? { record: ` ${line.record}` } : line))), /is not written as records are/],
  ['a record that was left out, and its place made another hash', () => rewritten((all) => all.toSpliced(at(all, 'record'), 1).map((line) => ('contents' in line ? { contents: { ...(line.contents as object), records: (line.contents as { records: number }).records - 1 } } : 'places' in line ? { places: (line.places as number[]).slice(1) } : line))), /was changed, left out or put elsewhere/],
  ['a record that was left out', () => rewritten((all) => all.toSpliced(at(all, 'record'), 1)), /It is not whole/],
  ['a record that stands there twice', () => rewritten((all) => all.toSpliced(1, 0, all[1] ?? {}).map((line) => ('contents' in line ? { contents: { ...(line.contents as object), records: (line.contents as { records: number }).records + 1 } } : line)).map((line) => ('places' in line ? { places: [(line.places as number[])[0], ...(line.places as number[])] } : line))), /stands in it twice/],
  ['records in another order', () => rewritten((all) => all.with(1, all[2] ?? {}).with(2, all[1] ?? {})), /put elsewhere/],
  ['another question', () => rewritten((all) => all.with(0, { ...all[0], query: 'outcome:done' })), /the question or the reader was changed/],
  ['another reader', () => rewritten((all) => all.with(0, { ...all[0], reader: world.admin.id })), /not that of an export by this reader/],
  ['another tenant', () => rewritten((all) => all.with(0, { ...all[0], tenant: world.b })), /of another tenant, or another time/],
  ['a place that is another’s', () => rewritten((all) => all.map((line) => ('places' in line ? { places: [...(line.places as number[])].reverse() } : line))), /does not lead to the root/],
  ['a hash that is another', () => rewritten((all) => all.map((line) => ('hashes' in line ? { hashes: (line.hashes as string[]).map((hash, nth) => (nth === 0 ? flipped(hash) : hash)) } : line))), /does not lead to the root/],
  ['a checkpoint that another key signed', () => rewritten((all) => all.map((line) => {
    if (!('checkpoint' in line)) return line
    const [log = '', size, root = ''] = String(line.checkpoint).split('\n')
    return { checkpoint: signCheckpoint({ log, size: Number(size), root: Buffer.from(root, 'base64') }, Buffer.from(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')) }
  })), /not signed with the log’s key/],
  ['its end gone', () => bundle.split('\n').slice(0, -2).join('\n').concat('\n'), /It is not whole|does not lead to the root/],
  ['a line more', () => `${bundle}{"record":"{}"}\n`, /It is not whole/],
  ['lines that end otherwise', () => bundle.replaceAll('\n', '\r\n'), /It is not whole/],
  ['a record with a number that is none', () => rewritten((all) => all.map((line, nth) => (nth === at(all, 'record') ? { record: String(line.record).replace(/^\{/, '{"a":1e400,') } : line))), /is not written as records are/],
  ['a record with half a character', () => rewritten((all) => all.map((line, nth) => (nth === at(all, 'record') ? { record: String(line.record).replace(/^\{/, '{"a":"\\ud800",') } : line))), /is not written as records are/],
  ['a line that nests without end', () => `${bundle}${'['.repeat(200_000)}${']'.repeat(200_000)}\n`, /Line \d+: nests deeper than anything/],
  ['no line break at its end', () => bundle.slice(0, -1), /Line \d+: is not JSON/],
  ['a line that has no end', () => `${bundle}{"record":"${'x'.repeat(17_000_000)}"}\n`, /It is not whole/],
])('%s: both verifiers find it, and ours says what it is', async (_says, alter, sentence) => {
  const altered = alter()
  expect(altered).not.toBe(bundle)
  expect(strangersWord(altered, key())).not.toBeNull()
  const { lines: said, code } = await verdictOf(altered)
  expect([code, said.join('\n')]).toEqual([1, expect.stringMatching(sentence)])
})
test('bytes that are no text stand for nothing that was sealed: a file of which some were changed is another file', async () => {
  const [whole, sign] = [Buffer.from(bundle), Buffer.from('\ufffd')]
  const at = whole.indexOf(sign)
  expect(at).toBeGreaterThan(0)
  for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xe2, 0x82]]) {
    writeFileSync(`${folder}/bytes.jsonl`, Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at + sign.length)]))
    expect([bytes, (await verifyExports([`${folder}/bytes.jsonl`, '--log', key()])).code]).toEqual([bytes, 1])
  }
})
test('one of another log, and one that a forger made with a key of their own, are not taken for this one’s', async () => {
  const name = logKey().name
  const told = `${name}+${randomBytes(4).toString('hex')}+${Buffer.concat([Buffer.of(1), randomBytes(32)]).toString('base64')}`
  expect(await verdictOf(bundle, told)).toMatchObject({ code: 2, lines: [expect.stringContaining('is no key of a log'), expect.stringContaining('Usage')] })
  expect(strangersWord(bundle, told)).not.toBeNull()
})
test('one of another key of the same log is taken where handovers lead from the key that was told, and not beyond what that key vouches for', async () => {
  const { size } = openCheckpoint(lines(bundle).flatMap(({ checkpoint }) => (typeof checkpoint === 'string' ? [checkpoint] : []))[0] ?? '', logKey()) ?? { size: 0 }
  const other = logSignerOf(randomBytes(32))
  const told = noteKeyText(other.key)
  const root = randomBytes(32).toString('base64')
  const by = async (handover: string) => {
    writeFileSync(`${folder}/handovers.jsonl`, handoversFile([handover]))
    writeFileSync(`${folder}/one.jsonl`, bundle)
    return verifyExports([`${folder}/one.jsonl`, '--log', told, '--handovers', `${folder}/handovers.jsonl`])
  }
  expect(await by(signHandover(other, logSigner(), { size: 1, root }))).toMatchObject({ code: 0, lines: expect.arrayContaining([expect.stringContaining('another of the same log than was told'), `  Log: ${key()}`]) })
  expect((await by(signHandover(logSigner(), other, { size, root }))).code).toBe(0)
  expect(await by(signHandover(logSigner(), other, { size: size - 1, root }))).toMatchObject({ code: 1, lines: expect.arrayContaining([expect.stringContaining('is not signed with the log’s key')]) })
  expect((await verdictOf(bundle, told)).code).toBe(1)
  expect(await verifyExports([`${folder}/one.jsonl`, '--handovers', `${folder}/handovers.jsonl`])).toMatchObject({ code: 2, lines: [expect.stringContaining('--log'), expect.stringContaining('Usage')] })
})
test('a record that is gone is said to be missing, and the rest is proven all the same', async () => {
  const [gone] = (await recordsOf(world.a, 'deed')).slice(-1)
  const taken = await asOwner(async (sql) => {
    await sql.query('CREATE TEMP TABLE gone AS SELECT * FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence = $3', [world.a, 'deed', String(gone?.sequence)])
    await sql.query('DELETE FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence = $3', [world.a, 'deed', String(gone?.sequence)])
    try {
      return await bundleOf('resource:namespaces')
    } finally {
      await sql.query('INSERT INTO record SELECT * FROM gone')
    }
  })
  expect(lines(taken).filter((line) => 'missing' in line)).toEqual([{ missing: { tenant: world.a, stream: 'deed', sequence: String(gone?.sequence) } }])
  expect([strangersWord(taken, key()), (await verdictOf(taken)).lines.join('\n')]).toEqual([null, expect.stringContaining('Of 1 record there was a line')])
}, 30_000)
