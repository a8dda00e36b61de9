/** An investigation is taken out as the product runs, and then changed in every way that somebody could think of who has the file: each is found, and named. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { logKey } from '~/server/keys/log-key'
import { noteKey, noteKeyText } from '~/server/keys/note'
import { asOwner } from '~/server/testing/owner'
import { strangersFinding } from '~/server/testing/investigation-stranger'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { numberAll, projectAll, recordsOf, sealAll } from '~/server/testing/records'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import { bundleRefusals } from './bundle.refusals'
import { verifyInvestigations } from './verify'

type Line = Record<string, unknown>
const folder = mkdtempSync(`${tmpdir()}/investigations-`)
let [world, key]: [World, string] = [null as never, '']
let [investigation, honest, others]: [string, string, string] = ['', '', '']
const settle = async () => { await numberAll(); await projectAll(); await sealAll() }
const door = async () => (await doorFor(world.platformAuditor)).investigations
const done = <T>(answer: { ok: true; value: T } | { ok: false; refusal: string }): T => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
const open = async (title: string) => done(await (await door()).open({ title, question: 'Who made them, and what for?', query: 'resource:namespaces verb:create', incident: null })).investigation
const pin = async (of: string, place: string, sequence: number) => done(await (await door()).pin({ investigation: of, place, stream: 'deed', sequence: String(sequence), why: `Number ${sequence} of them.` })).pinned

beforeAll(async () => {
  world = await makeWorld()
  key = noteKeyText(logKey())
  for (const name of ['one', 'two', 'three', 'four']) await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title: 'N' })
  await (await doorFor(world.stranger)).namespaces.create({ tenant: world.b, name: 'theirs', ...plainNamespace, title: 'N' })
  await settle()
  const other = await open('Of something else')
  await pin(other, world.a, 4)
  others = await taken(other)
  investigation = await open('Namespaces at night')
  const [, second] = [await pin(investigation, world.a, 3), await pin(investigation, world.a, 2), await pin(investigation, world.b, 1), await pin(investigation, world.a, 1)]
  done(await (await door()).note({ investigation, pinned: second, note: 'Nobody asked for it.' }))
  done(await (await door()).unpin({ investigation, pinned: second, reason: 'Somebody did ask for it.' }))
  done(await (await door()).close({ investigation, finding: 'It was their own script.' }))
  honest = await taken(investigation)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await closeDatabase()
})

/** What seals goes on beside it, as the engine's loops do. */
async function taken(of: string): Promise<string> {
  let isDone = false
  const work = (async () => {
    let whole = ''
    for await (const part of (await (await door()).export({ investigation: of, asOf: new Date().toISOString() })).text()) whole += part
    return whole
  })().finally(() => { isDone = true })
  while (!isDone) {
    await settle()
    await new Promise((wait) => setTimeout(wait, 50))
  }
  return work
}
const linesOf = (file: string) => file.slice(0, -1).split('\n').map((line) => JSON.parse(line) as Line)
const fileOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const verdictOf = async (file: string, told: string | null = key) => {
  writeFileSync(`${folder}/one.jsonl`, file)
  const { code, lines } = await verifyInvestigations([`${folder}/one.jsonl`, ...(told === null ? [] : ['--log', told])])
  return { code, says: lines.join('\n') }
}

test('it holds the deeds in order and what is pinned in the order of its time, byte for byte, and says what was asked and found', async () => {
  const lines = linesOf(honest)
  const platform = new Map((await recordsOf('platform', 'deed')).map(({ bytes, entry }) => [bytes.toString(), entry.action.verb]))
  expect(lines.flatMap(({ custody }) => (typeof custody === 'string' ? [platform.get(custody)] : []))).toEqual(['open', 'pin', 'pin', 'pin', 'pin', 'note', 'unpin', 'close'])
  const [own, theirs] = [await recordsOf(world.a, 'deed'), await recordsOf(world.b, 'deed')]
  expect(lines.flatMap(({ record }) => (typeof record === 'string' ? [record] : []))).toEqual([own[0], own[2], theirs[0]].map((one) => one?.bytes.toString()))
  const { code, says } = await verdictOf(honest)
  expect([code, says]).toEqual([0, expect.stringMatching(/one\.jsonl: VALID\n/)])
  for (const words of ['Investigation: Namespaces at night', 'Searched by: resource:namespaces verb:create', 'Found: It was their own script.', 'It is whole: 3 records and 1 note, by 8 deeds.']) expect(says).toContain(words)
  expect(strangersFinding(honest, key)).toBe(null)
  expect(await verdictOf(honest, null)).toEqual({ code: 2, says: expect.stringContaining('WHOLE, BY THE KEY THAT IT NAMES ITSELF') })
})
test('one that was handed over, changed, closed and reopened holds, and is searched by what it was changed to', async () => {
  const [next, of] = [await world.person('next-security', ['auditor', null, null]), await open('Handed over')]
  await pin(of, world.b, 1)
  done(await (await door()).change({ investigation: of, query: 'verb:remove', incident: world.incident, reason: 'The other way about.' }))
  done(await (await door()).hand({ investigation: of, email: next.email, reason: 'I am away.' }))
  const theirs = (await doorFor(next)).investigations
  done(await theirs.close({ investigation: of, finding: 'Nothing.' }))
  done(await theirs.reopen({ investigation: of, reason: 'More was found.' }))
  const file = await taken(of)
  expect(await verdictOf(file)).toEqual({ code: 0, says: expect.stringContaining('Searched by: verb:remove') })
  expect(strangersFinding(file, key)).toBe(null)
}, 30_000)
test('`npm run verify` says so in a process with nothing but the file', async () => {
  writeFileSync(`${folder}/bundle.jsonl`, honest)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const run = (...args: string[]) => new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', ...args], { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production' } }, (failed, out) => resolve({ code: failed ? failed.code : 0, out }))
  })
  expect(await run(`${folder}/bundle.jsonl`, '--log', key)).toEqual({ code: 0, out: expect.stringMatching(/bundle\.jsonl: VALID\n/) })
}, 30_000)
test('that it was taken out, by whom and what, stands in the record, and with the investigation', async () => {
  await settle()
  const own = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.resource === 'investigations' && entry.action.verb === 'export' && entry.action.name === investigation)
  expect(own.map(({ entry }) => [entry.actor.userId, entry.context])).toEqual([[world.platformAuditor.id, null], [world.platformAuditor.id, { export: { form: 'investigation', records: 11, digest: expect.any(String) } }]])
  expect((await (await door()).read({ investigation })).takenOut).toEqual([{ at: expect.any(String), by: world.platformAuditor.id, sequence: String(own[0]?.sequence) }])
})

const at = (lines: readonly Line[], name: string, nth = 0) => lines.flatMap((line, place) => (name in line ? [place] : []))[nth] ?? -1
const otherwise = (name: string, nth: number, change: (text: string) => string) => () => fileOf(linesOf(honest).map((line, place, all) => (place === at(all, name, nth) ? { [name]: change(String(line[name])) } : line)))
/** As somebody would who knows the format: with the counts and the places mended. */
const without = (name: 'custody' | 'record', nth: number) => () => {
  const lines = linesOf(honest)
  const place = at(lines, name, nth)
  const counted = name === 'custody' ? 'custody' : 'records'
  return fileOf(lines.toSpliced(place, 1).map((line) => {
    if ('contents' in line) return { contents: { ...(line.contents as Line), [counted]: Number((line.contents as Line)[counted]) - 1 } }
    return 'places' in line ? { places: (line.places as number[]).toSpliced(place - 1, 1) } : line
  }))
}
const flipped = (hash: string) => { const bytes = Buffer.from(hash, 'base64'); bytes[5] = (bytes[5] ?? 0) ^ 1; return bytes.toString('base64') }
test.each<[string, () => string, keyof typeof bundleRefusals]>([
  ['a note that says something else', otherwise('custody', 5, (text) => text.replace('Nobody asked', 'Somebody asked')), 'changed'],
  ['why a record was pinned, changed', otherwise('custody', 1, (text) => text.replace('Number 3 of them.', 'Number 9 of them.')), 'changed'],
  ['a finding that is another', otherwise('custody', 7, (text) => text.replace('their own script', 'a stranger')), 'changed'],
  ['what it was searched by, changed', otherwise('custody', 0, (text) => text.replace('verb:create', 'verb:remove')), 'changed'],
  ['a record that says something else', otherwise('record', 0, (text) => text.replace('"outcome":"done"', '"outcome":"denied"')), 'changed'],
  ['a record that is written otherwise', otherwise('record', 0, (text) => ` ${text}`), 'not_canonical'],
  ['a pinned record left out', without('record', 1), 'pin_dropped'],
  ['the deed left out that pinned it', without('custody', 1), 'custody_broken'],
  ['the note left out', without('custody', 5), 'custody_broken'],
  ['the last deed left out', without('custody', 7), 'changed'],
  ['the pin and its record left out, and the numbers mended', () => {
    const lines = linesOf(without('record', 1)()).map((line) => ('custody' in line ? { custody: String(line.custody).replace(/"number":(\d+)/, (_, number: string) => `"number":${Number(number) > 2 ? Number(number) - 1 : number}`) } : line))
    const place = at(lines, 'custody', 1)
    return fileOf(lines.toSpliced(place, 1).map((line) => ('contents' in line ? { contents: { ...(line.contents as Line), custody: 7 } } : 'places' in line ? { places: (line.places as number[]).toSpliced(place - 1, 1) } : line)))
  }, 'changed'],
  ['what was unpinned put back', () => {
    const lines = linesOf(honest)
    const record = linesOf(others).find((line) => 'record' in line) ?? {}
    const place = at(lines, 'contents')
    return fileOf(lines.toSpliced(place, 0, record).map((line) => ('contents' in line ? { contents: { ...(line.contents as Line), records: 4 } } : 'places' in line ? { places: (line.places as number[]).toSpliced(place - 1, 0, 0) } : line)))
  }, 'not_pinned'],
  ['a deed of another investigation', () => fileOf(linesOf(honest).map((line, place, all) => (place === at(all, 'custody', 5) ? (linesOf(others)[2] ?? {}) : line))), 'not_of_it'],
  ['a record that is called missing', () => fileOf(linesOf(honest).map((line, place, all) => (place === at(all, 'record') ? { missing: { tenant: world.a, stream: 'deed', sequence: '1' } } : 'contents' in line ? { contents: { ...(line.contents as Line), records: 2, missing: 1 } } : 'places' in line ? { places: (line.places as number[]).toSpliced(8, 1) } : line))), 'changed'],
  ['a record that stands there twice', () => {
    const lines = linesOf(honest)
    const place = at(lines, 'record')
    return fileOf(lines.toSpliced(place, 0, lines[place] ?? {}).map((line) => ('contents' in line ? { contents: { ...(line.contents as Line), records: 4 } } : 'places' in line ? { places: (line.places as number[]).toSpliced(place - 1, 0, (line.places as number[])[place - 1] ?? 0) } : line)))
  }, 'twice'],
  ['another reader', () => fileOf(linesOf(honest).with(0, { ...linesOf(honest)[0], reader: world.admin.id })), 'another_export'],
  ['what closed another', () => fileOf(linesOf(honest).map((line) => ('closing' in line ? (linesOf(others).find((one) => 'closing' in one) ?? {}) : line))), 'another_export'],
  ['another word to its reader', () => fileOf(linesOf(honest).with(0, { ...linesOf(honest)[0], manual: 'Trust it.' })), 'changed'],
  ['a hash that is another', () => fileOf(linesOf(honest).map((line) => ('hashes' in line ? { hashes: (line.hashes as string[]).map((hash, nth) => (nth === 0 ? flipped(hash) : hash)) } : line))), 'not_in_log'],
  ['a place that is another’s', () => fileOf(linesOf(honest).map((line) => ('places' in line ? { places: [...(line.places as number[])].reverse() } : line))), 'not_in_log'],
  ['its end gone', () => fileOf(linesOf(honest).slice(0, at(linesOf(honest), 'checkpoint'))), 'torn'],
  ['a line more', () => `${honest}{"record":"{}"}\n`, 'torn'],
])('%s is found', async (_says, alter, reason) => {
  const altered = alter()
  expect(altered).not.toBe(honest)
  expect(await verdictOf(altered)).toEqual({ code: 1, says: expect.stringContaining(bundleRefusals[reason].says) })
  expect(strangersFinding(altered, key)).not.toBe(null)
})
test('one of another log is not taken for this one’s', async () => {
  const other = noteKey(logKey().name, Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  expect(await verdictOf(honest, noteKeyText(other))).toEqual({ code: 1, says: expect.stringContaining(bundleRefusals.another_log.says) })
  expect(strangersFinding(honest, noteKeyText(other))).toMatch(/not signed/)
  const [, name = '', id = '', half = ''] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(key) ?? []
  expect([strangersFinding(honest, `${name}+${id === '00000000' ? '11111111' : '00000000'}+${half}`), strangersFinding(honest, `${name}+${id}+${half.slice(0, -4)}`)]).toEqual(['the key has another id', 'the key is none'])
})
test('what is gone from the record is said to be missing, and the rest is proven all the same', async () => {
  const [pinned, noted] = [(await recordsOf(world.a, 'deed'))[0], (await recordsOf('platform', 'deed')).find(({ entry }) => entry.action.verb === 'note' && entry.action.name === investigation)]
  const file = await asOwner(async (sql) => {
    const gone = [[world.a, String(pinned?.sequence)], ['platform', String(noted?.sequence)]]
    await sql.query('CREATE TEMP TABLE gone AS SELECT * FROM record LIMIT 0')
    for (const one of gone) await sql.query("WITH taken AS (DELETE FROM record WHERE tenant_id = $1 AND stream = 'deed' AND sequence = $2 RETURNING *) INSERT INTO gone SELECT * FROM taken", one)
    try {
      return await taken(investigation)
    } finally {
      await sql.query('INSERT INTO record SELECT * FROM gone')
    }
  })
  const { code, says } = await verdictOf(file)
  expect(strangersFinding(file, key)).toBe(null)
  expect([code, says]).toEqual([0, expect.stringContaining('Of what was done to it, 1 deed stood in the record no more')])
  expect(says).toContain('Of what is pinned, 1 record stood in the record no more.')
}, 30_000)
