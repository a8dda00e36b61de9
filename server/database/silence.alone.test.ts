import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from './client'
import { closeLanes, inSnapshot } from './lane'
import { closeRates, rateStore } from './rate-store'
import { inScope } from './scope'
import { UntilSilent } from './silence'

const folder = mkdtempSync(`${tmpdir()}/silence-`)
/** A network that can forget: what was connected then stays open on both ends, and carries nothing any more. */
let isForgetting = false
let network: Server
beforeAll(async () => {
  const address = new URL(readFileSync(process.env.ENGINE_DATABASE_URL_FILE ?? '', 'utf8').trim())
  const { port, hostname } = address
  network = createServer((near) => {
    const far = connect(Number(port), hostname)
    let forgotten = false
    for (const [from, to] of [[near, far], [far, near]] as const) {
      from.on('data', (bytes) => {
        forgotten ||= isForgetting
        if (!forgotten) to.write(bytes)
      }).on('error', () => undefined).on('close', () => to.destroy())
    }
  })
  await new Promise<void>((listening) => network.listen(0, '127.0.0.1', listening))
  address.port = String((network.address() as AddressInfo).port)
  const file = `${folder}/engine-database-url`
  writeFileSync(file, address.href, { mode: 0o600 })
  process.env.ENGINE_DATABASE_URL_FILE = file
  UntilSilent.silenceMs = 400
})
afterAll(async () => {
  await Promise.all([closeDatabase(), closeLanes(), closeRates()])
  network.close()
  rmSync(folder, { recursive: true })
})

const backend = async () => (await rateStore('engine').query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
const ways: readonly [string, () => Promise<unknown>][] = [
  ['a transaction', () => inScope('engine', {}, (sql) => sql.$queryRaw`SELECT 1`)],
  ['a question', () => database('engine').$queryRaw`SELECT 1`],
  ['a lane', () => inSnapshot([], [], async () => 1)],
  ['the rates', () => backend()],
]

test.each(ways)('%s: whoever asks by a connection that the network forgot is told so, and the next who ask are answered', async (_, ask) => {
  const several = () => Promise.allSettled(Array.from({ length: 12 }, ask))
  expect((await several()).map(({ status }) => status)).toEqual(Array(12).fill('fulfilled'))
  isForgetting = true
  const asked = several()
  await setTimeout(100)
  isForgetting = false
  expect((await asked).some(({ status }) => status === 'rejected')).toBe(true)
  expect((await several()).map(({ status }) => status)).toEqual(Array(12).fill('fulfilled'))
})

test('a connection of which nothing is asked stays, and so does one that is answered late', async () => {
  const [before] = [await backend()]
  await setTimeout(3 * UntilSilent.silenceMs)
  expect(await backend()).toBe(before)
  await rateStore('engine').query('SELECT pg_sleep($1)', [UntilSilent.silenceMs / 2_000])
  expect(await backend()).toBe(before)
})
