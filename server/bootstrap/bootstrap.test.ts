import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { closedTo, EmbeddedDatabase } from './database.mjs'
import { holdData } from './hold.mjs'
import { digestOf } from './made.mjs'
import { serverProblem } from './migrate.mjs'
import { nodeProblem } from './node.mjs'
import { addressAt, checkPorts, checkRoom, freePorts, portsFrom, readPlace } from './place.mjs'
import { lifeOf } from './processes.mjs'
import { ofPlaywright, ofVitest, readReport } from './reports.mjs'
import { scramVerifier } from './scram.mjs'
import { addressFile, makeFolders, secret } from './secrets.mjs'
import { supervise } from './supervisor.mjs'
import { inWords } from './words.mjs'

const folder = mkdtempSync(`${tmpdir()}/bootstrap-`)
afterAll(() => rmSync(folder, { recursive: true }))

test('the verifier is the one of RFC 7677, and PostgreSQL lets the password in by it', async () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(scramVerifier('pencil', salt)).toBe('SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=')
  const owner = new pg.Client({ connectionString: readFileSync(process.env.OWNER_DATABASE_URL_FILE ?? '', 'utf8').trim() })
  await owner.connect()
  try {
    await owner.query(`CREATE ROLE bailiwick_verified LOGIN PASSWORD '${scramVerifier('correct horse')}'`)
    const open = async (password: string) => {
      const client = new pg.Client({ host: '127.0.0.1', port: owner.port, user: 'bailiwick_verified', password, database: owner.database ?? '' })
      await client.connect()
      await client.end()
    }
    await expect(open('correct horse')).resolves.toBeUndefined()
    await expect(open('wrong horse')).rejects.toMatchObject({ code: '28P01' })
  } finally {
    await owner.query('DROP ROLE IF EXISTS bailiwick_verified')
    await owner.end()
  }
})

test.each([['16.20.2', true], ['18.20.8', true], ['20.18.3', true], ['20.19.0', false], ['22.0.0', false], ['24.1.0', false]])('Node %s is too old: %s', (version, isTooOld) => {
  expect(nodeProblem(version) !== '').toBe(isTooOld)
})

test.each([[170_006, '17.6', true], [180_000, '18.0', false], [190_001, '19.1', false]] as const)('a server whose number is %d is too old: %s %s', (number, version, isTooOld) => {
  expect(serverProblem({ number, version })).toEqual(isTooOld ? `The database is PostgreSQL ${version}: Bailiwick needs 18 or newer.` : null)
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a port that is a word', { PORT: 'abc' }, /PORT must be a number/],
  ['a port without room above it', { PORT: '65533' }, /PORT must be a number/],
  ['a public address that is none', { PUBLIC_URL: 'example' }, /PUBLIC_URL must be an address/],
  ['the demo in public', { PUBLIC_URL: 'https://example.org', DEMO: '1' }, /set DEMO=0/],
  ['the demo on the network', { HOST: '0.0.0.0' }, /set DEMO=0/],
  ['a password in a variable', { DATABASE_URL: 'postgres://owner:pw@127.0.0.1/b', DEMO: '0' }, /put the address in a file/],
  ['a database elsewhere in the clear', { DATABASE_URL: 'postgres://owner@db.example/b' }, /sslmode=verify-full/],
  ['a database that is elsewhere after all', { DATABASE_URL: 'postgres://owner@127.0.0.1/b?host=db.example' }, /DATABASE_URL has "host" in its address/],
  ['an engine’s port that is a word', { ENGINE_PORT: 'abc' }, /ENGINE_PORT must be a number/],
  ['one port for two', { METRICS_PORT: '4704' }, /Two of the five ports are 4704/],
  ['an engine that it does not start', { ENGINE_URL: 'http://127.0.0.1:4801' }, /ENGINE_URL is for a web process that is started by itself/],
  ['a first admin who is no address', { FIRST_ADMIN_EMAIL: 'somebody' }, /FIRST_ADMIN_EMAIL must be/],
  ['two addresses', { DATABASE_URL: 'postgres://a@127.0.0.1/b', DATABASE_URL_FILE: '/x' }, /keep DATABASE_URL_FILE/],
  ['an address that is none', { DATABASE_URL: 'nonsense' }, /must be an address like/],
])('the start refuses %s', (_, env, sentence) => {
  expect(() => readPlace(env)).toThrow(sentence)
})
test('the owner’s address is read from a file that nobody else may read', () => {
  const file = `${folder}/owner-url`
  writeFileSync(file, 'postgres://owner:pw@127.0.0.1/b\n', { mode: 0o600 })
  expect(readPlace({ DATABASE_URL_FILE: file }).owner).toEqual({ text: 'postgres://owner:pw@127.0.0.1/b', file })
  chmodSync(file, 0o640)
  expect(() => readPlace({ DATABASE_URL_FILE: file })).toThrow(`which others on this machine may read: chmod 600 ${file}`)
})
test('a port that is set by itself is taken, and the others follow PORT; each is looked for where it listens', async () => {
  expect(readPlace({ PORT: '4800', METRICS_PORT: '9100', MACHINE_PORT: '443', ENGINE_URL: 'http://127.0.0.1:4801' }).ports).toEqual({ web: 4800, engine: 4801, database: 4802, metrics: 9100, machine: 443 })
  const ports = await freePorts(29_000 + (process.pid % 400) * 5)
  await expect(checkPorts(ports, { machine: '192.0.2.77' })).rejects.toThrow('MACHINE_HOST=192.0.2.77 is no address of this machine')
  expect([['127.0.0.1', 1], ['0.0.0.0', 1], ['[::1]', 1], ['::', 1], ['10.0.0.5', 1]].map(([host, port]) => addressAt('http', String(host), Number(port)))).toEqual(['http://127.0.0.1:1', 'http://127.0.0.1:1', 'http://[::1]:1', 'http://[::1]:1', 'http://10.0.0.5:1'])
})
test('without settings it is a demo on this machine; in public it is none', () => {
  expect(readPlace({})).toMatchObject({ demo: '1', host: '127.0.0.1', publicUrl: 'http://localhost:4700', owner: null, ports: { web: 4700, engine: 4701, database: 4702, metrics: 4703, machine: 4704 } })
  expect(readPlace({ PUBLIC_URL: 'https://example.org' }).demo).toBe('0')
})

test('a taken port is named with its use; a block with a taken port is passed over', async () => {
  const ports = await freePorts(21_000 + (process.pid % 400) * 20)
  const holder = createServer()
  await new Promise<void>((listening) => holder.listen(ports.engine, '127.0.0.1', listening))
  await expect(checkPorts(ports, {})).rejects.toThrow(`Port ${ports.engine} (the engine, PORT+1) is taken`)
  await expect(checkPorts({ ...ports, web: ports.web + 5, engine: ports.engine }, {})).rejects.toThrow(`Port ${ports.engine} (the engine, ENGINE_PORT) is taken: stop what uses it, or set ENGINE_PORT`)
  expect((await freePorts(ports.web)).web).toBeGreaterThan(ports.metrics)
  await new Promise((closed) => holder.close(closed))
  await expect(checkPorts(portsFrom(ports.web), {})).resolves.toBeUndefined()
})

test('secrets are made once, for this user alone; one that others may read is refused', () => {
  const data = `${folder}/data`
  makeFolders(data)
  const made = secret(data, 'engine-key')
  expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  expect(secret(data, 'engine-key')).toBe(made)
  expect(statSync(`${data}/secrets`).mode & 0o777).toBe(0o700)
  expect(statSync(`${data}/secrets/engine-key`).mode & 0o777).toBe(0o600)
  chmodSync(`${data}/secrets/engine-key`, 0o644)
  expect(() => secret(data, 'engine-key')).toThrow(/chmod go-rwx/)
  writeFileSync(`${data}/secrets/short`, 'abc', { mode: 0o600 })
  expect(() => secret(data, 'short')).toThrow(/does not hold the secret/)
  const address = addressFile(data, 'web', 'postgres://a@b/c')
  addressFile(data, 'web', 'postgres://a@b:1/c')
  expect(readFileSync(address, 'utf8')).toBe('postgres://a@b:1/c\n')
})

test('a folder is held by one living process: a second is told whose it is, a dead one is taken over and what it left is ended', async () => {
  const data = `${folder}/held`
  mkdirSync(data)
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true })
  const pid = other.pid ?? 0
  const holder = { pid, life: lifeOf(pid) }
  writeFileSync(`${data}/running.json`, JSON.stringify({ holder, address: 'http://there', running: [] }))
  await expect(holdData(data, 'http://here')).rejects.toThrow(`already runs on ${data} (process ${pid}, http://there)`)
  writeFileSync(`${data}/running.json`, JSON.stringify({ holder: { pid, life: 'another life of this number' }, address: 'x', running: [{ ...holder, signal: 'SIGTERM' }] }))
  const release = await holdData(data, 'http://here')
  for (const until = Date.now() + 5000; lifeOf(pid) && Date.now() < until;) await wait(10)
  expect(lifeOf(pid)).toBeNull()
  release()
  expect(existsSync(`${data}/running.json`)).toBe(false)
  writeFileSync(`${data}/running.json`, 'cut sho')
  ;(await holdData(data, 'http://here'))()
})

test('what is made depends on the sources, not on tests and prose', () => {
  const base = `${folder}/sources`
  mkdirSync(`${base}/app`, { recursive: true })
  writeFileSync(`${base}/app/a.ts`, '1')
  const before = digestOf(['app'], base)
  writeFileSync(`${base}/app/a.test.ts`, '1')
  writeFileSync(`${base}/app/README.md`, '1')
  expect(digestOf(['app'], base)).toBe(before)
  writeFileSync(`${base}/app/b.ts`, '')
  expect(digestOf(['app'], base)).not.toBe(before)
})

test('the folder that is closed to the database is named', () => {
  const path = `${folder}/closed/open/file`
  mkdirSync(`${folder}/closed/open`, { recursive: true })
  writeFileSync(path, '')
  chmodSync(folder, 0o755)
  chmodSync(`${folder}/closed`, 0o700)
  const stranger = { uid: 4_000_000, gid: 4_000_000 }
  expect(closedTo(stranger, path)).toBe(`${folder}/closed`)
  chmodSync(`${folder}/closed`, 0o711)
  expect(closedTo(stranger, path)).toBeNull()
  expect(closedTo({ uid: statSync(path).uid, gid: 4_000_000 }, path)).toBeNull()
})

test.each([
  ['initdb: error: could not write to file: No space left on device', /disk is full/],
  [Object.assign(new Error('write'), { code: 'ENOSPC', path: '/x/y' }), /disk is full: \/x\/y/],
  [Object.assign(new Error('mkdir'), { code: 'EROFS' }), /read-only/],
  [Object.assign(new Error('open'), { code: 'EACCES', path: '/x' }), /\/x belongs to another user/],
])('a failure of the machine becomes a sentence: %s', (failure, sentence) => {
  expect(inWords(failure, 'it')?.message).toMatch(sentence)
})
test('a disk without room is told before anything is written', () => {
  expect(() => checkRoom(`${folder}/not/yet`, Number.MAX_SAFE_INTEGER, 'this')).toThrow(/left, and this needs/)
  expect(() => checkRoom(folder, 1, 'this')).not.toThrow()
})

const vitestReport = (passed: number, failed: number, broken = 0) => ({
  numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0,
  testResults: Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] })),
})
test.each<[string, string, number | null, { passed: number; failed: number }]>([
  ['all passed', JSON.stringify(vitestReport(3, 0)), 0, { passed: 3, failed: 0 }],
  ['one failed', JSON.stringify(vitestReport(2, 1)), 1, { passed: 2, failed: 1 }],
  ['a file that could not be loaded', JSON.stringify(vitestReport(2, 0, 1)), 1, { passed: 2, failed: 1 }],
  ['passed, but the runner failed', JSON.stringify(vitestReport(2, 0)), 1, { passed: 2, failed: 1 }],
  ['no tests', JSON.stringify(vitestReport(0, 0)), 0, { passed: 0, failed: 1 }],
  ['a report cut short', '{"numPassed', 0, { passed: 0, failed: 1 }],
  ['a runner that was killed', JSON.stringify(vitestReport(2, 0)), null, { passed: 2, failed: 1 }],
])('counting: %s', (_, text, exitCode, counted) => {
  writeFileSync(`${folder}/report.json`, text)
  expect(readReport(`${folder}/report.json`, ofVitest, exitCode)).toMatchObject(counted)
})
test('counting: no report is a failure, and a story that failed is named with why each telling did', () => {
  expect(readReport(`${folder}/none.json`, ofVitest, 0)).toMatchObject({ passed: 0, failed: 1 })
  const failed = (message: string, line: number) => ({ errors: [{ message: `Error: \u001b[31m${message}\u001b[39m\n\n  Expected: 1\n\nCall log:\n  - waiting`, location: { line } }] })
  const spec = (line: number, status: string, results: object[]) => ({ file: 'quotas.e2e.ts', line, title: 'a draft', tests: [{ status, results }] })
  const suites = [{ specs: [spec(1, 'expected', [{ errors: [] }])], suites: [{ specs: [spec(7, 'flaky', [failed('late', 8), { errors: [] }]), spec(9, 'unexpected', [failed('late', 10), failed('there already', 11)])] }] }]
  expect(ofPlaywright({ stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}], suites })).toEqual({
    passed: 3, failed: 2, skipped: 3,
    unsteady: ['quotas.e2e.ts:7 a draft\n   told for the first time, line 8: Error: late | Expected: 1'],
    broken: ['quotas.e2e.ts:9 a draft\n   told for the first time, line 10: Error: late | Expected: 1\n   told for the second time, line 11: Error: there already | Expected: 1'],
  })
})

test.each([
  ['FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'The disk is full: HERE could not be written. Make room and start again.'],
  ['FATAL:  data directory is of another', 'It said last:\n  FATAL:  data directory is of another'],
])('a database that is not kept alive says why, from its own log: %s', async (said, why) => {
  const data = mkdtempSync(`${folder}/ended-`)
  mkdirSync(`${data}/postgres/log`, { recursive: true })
  writeFileSync(`${data}/postgres/log/Sun.log`, `${said}\n`)
  const database = new EmbeddedDatabase({ data, port: 1, password: '', fast: false })
  const stopped = await new Promise<Error>((giveUp, failed) => {
    const launch = async () => Object.assign(spawn(process.execPath, ['--eval', 'process.exitCode = 1']), { lastWords: () => '' })
    supervise({ name: 'The database', giveUp, launch, untilReady: async () => undefined, whyEnded: (child: ChildProcess) => database.whyEnded(child) }).start().catch(failed)
  })
  expect(stopped.message).toBe(`The database ended 5 times within a minute (last with exit code 1): stopping. ${why.replace('HERE', `${data}/postgres`)}`)
})
