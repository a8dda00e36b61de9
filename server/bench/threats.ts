/** What needs time, soak or statistics: each line is a threat, what was measured, and what is the most that may be. Exits non-zero if one is over. */
import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { audience, type Envelope } from '~/server/engine/envelope'
import { serveEngine } from '~/server/engine/serve'
import { passwordIsRight } from '~/server/identity/password'
import { seal } from '~/server/keys/seal'
import { secretKey } from '~/server/keys/secret'
import { digestOf, type Json } from '~/server/shared/canonical'
import { badValues } from '~/server/testing/bad-values'
import { namespacesOf } from '~/server/testing/every-row'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, makeWorld, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'

let breaches = 0
function say(threat: string, measured: number, most: number, digits = 2): void {
  const over = measured > most
  if (over) breaches++
  console.log(`${over ? 'OVER ' : 'ok   '} ${threat}: ${measured.toFixed(digits)} (at most ${most})`)
}
const quantile = (times: readonly number[], q: number) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work().catch(() => undefined)
  return performance.now() - began
}
/** How well one could tell two kinds of answer apart by their times: 0.5 is not at all, 1 is always. */
function separability(one: readonly number[], other: readonly number[]): number {
  const ranked = [...one.map((time) => [time, 1] as const), ...other.map((time) => [time, 0] as const)].sort(([a], [b]) => a - b)
  const ranks = ranked.reduce((sum, [, kind], at) => sum + (kind ? at + 1 : 0), 0)
  const area = (ranks - (one.length * (one.length + 1)) / 2) / (one.length * other.length)
  return Math.max(area, 1 - area)
}

const quotasAsked = { namespace: null, find: null, ...firstPage }
async function existenceByTime(world: World): Promise<void> {
  const times = { foreign: [] as number[], ghost: [] as number[] }
  const door = await doorFor(world.stranger)
  for (let at = 0; at < 500; at++) {
    times.foreign.push(await timed(() => door.quotas.list({ tenant: world.a, ...quotasAsked })))
    times.ghost.push(await timed(() => door.quotas.list({ tenant: `${world.a}x`, ...quotasAsked })))
  }
  say('3.3 a tenant that exists told from one that does not, by 2 × 500 times', separability(times.foreign.slice(50), times.ghost.slice(50)), 0.6)
  const kept = await import('~/server/identity/password').then(({ hashPassword }) => hashPassword('x'))
  const known: number[] = []
  const unknown: number[] = []
  for (let at = 0; at < 100; at++) {
    known.push(await timed(() => passwordIsRight(kept, 'wrong')))
    unknown.push(await timed(() => passwordIsRight(null, 'wrong')))
  }
  say('1.x an account that exists told from one that does not, by 2 × 100 passwords', separability(known, unknown), 0.65)
}

async function deadlocks(world: World, seconds: number): Promise<void> {
  const sql = await connectAs('owner')
  const count = async () => Number((await sql.query('SELECT pg_stat_force_next_flush(), deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0].deadlocks)
  const before = await count()
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const busy = async (person: Person, tenant: string, at: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const name = `soak-${at}-${turn}`
      times.push(await timed(async () => (await doorFor(person)).namespaces.create({ tenant, name, ...plainNamespace, title: name })))
      const input = { tenant, namespace: turn % 2 ? 'red' : 'blue', resource: 'nvidia.com/gpu', limit: `${1 + (turn % 8)}`, version: '1' }
      times.push(await timed(async () => (await doorFor(person, { stepUp: await shown(person, 'quotas.change', input) })).quotas.change(input)))
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, at) => (at % 2 ? busy(world.admin, world.a, at) : busy(world.stranger, world.b, at))))
  say(`3.5 deadlocks in ${seconds} s of 64 writers on two tenants (${times.length} deeds)`, (await count()) - before, 0, 0)
  say('3.5 p99 of a deed, in p50s', quantile(times, 0.99) / quantile(times, 0.5), 20)
  await sql.end()
}

async function seam(world: World): Promise<void> {
  const server = serveEngine()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = (text: string) => fetch(`${url}/command`, { method: 'POST', headers: { authorization: `Bailiwick-Web ${createHmac('sha256', secretKey('ENGINE_KEY_FILE')).update(text).digest('base64url')}` }, body: text })
  const envelope = (name: string): Envelope => {
    const input = { tenant: world.a, name, ...plainNamespace, title: name }
    return { audience, action: 'namespaces.create', input, inputDigest: digestOf(input as Json), issuedAt: Date.now(), nonce: randomUUID(), idempotencyKey: randomUUID(), session: world.admin.token, entering: null, stepUp: null, source: sourceOfTest() }
  }
  const names = async () => (await namespacesOf(world.admin, world.a)).length

  const recorded = Array.from({ length: 1000 }, (_, at) => JSON.stringify(envelope(`replay-${at}`)))
  for (let at = 0; at < recorded.length; at += 20) await Promise.all(recorded.slice(at, at + 20).map(post))
  const before = await names()
  let effects = 0
  for (let at = 0; at < recorded.length; at += 20) effects += (await Promise.all(recorded.slice(at, at + 20).map(post))).filter(({ status }) => status === 200).length
  say('2.2 effects of 1,000 commands replayed', effects + (await names()) - before, 0, 0)

  const fields = Object.keys(envelope('x'))
  let leaks = 0
  for (let at = 0; at < 10_000; at++) {
    const text = JSON.stringify({ ...envelope('fuzz'), [fields[at % fields.length] ?? '']: badValues[(at * 7) % badValues.length]?.[1] }, (_, item) => (typeof item === 'bigint' ? `${item}` : item))
    const answered = await post(text).then(async (response) => `${response.status} ${await response.text()}`, () => '400')
    if (/^5|prisma|select .* from|node_modules|\/server\//i.test(answered)) leaks++
  }
  say('2.3 of 10,000 nonsense commands, answers that are a fault or tell of the inside', leaks, 0, 0)

  const health = () => timed(() => fetch(`${url}/health`).then((response) => response.text()))
  const quiet: number[] = []
  const attacked: number[] = []
  for (let at = 0; at < 300; at++) quiet.push(await health())
  const attacks = ['['.repeat(60_000), `{"a":"${'\\u0000'.repeat(10_000)}"}`, `{"x":${'1'.repeat(100_000)}}`, `{"tenant":"${'a-'.repeat(50_000)}"}`, `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":1`).join()}}`]
  let attacking = true
  const flood = Promise.all(Array.from({ length: 4 }, async (_, at) => { for (let turn = at; attacking; turn++) await post(attacks[turn % attacks.length] ?? '').catch(() => undefined) }))
  for (let at = 0; at < 300; at++) attacked.push(await health())
  attacking = false
  await flood
  say('1.8 health under pathological bodies, p99 in ms', quantile(attacked, 0.99), 50)
  console.log(`      (quiet ${quantile(quiet, 0.99).toFixed(2)} ms)`)
  await new Promise((closed) => { server.close(closed); server.closeAllConnections() })
}

function nonces(many: number): void {
  const key = secretKey('MASTER_KEY_FILE')
  const seen = new Set<string>()
  for (let at = 0; at < many; at++) seen.add(seal(key, 'x', Buffer.alloc(1)).subarray(0, 12).toString('latin1'))
  say(`3.7 nonces used twice in ${many} encryptions`, many - seen.size, 0, 0)
}

const world = await makeWorld()
await existenceByTime(world)
await deadlocks(world, Number(process.env.SOAK_SECONDS ?? 60))
await seam(world)
nonces(1_000_000)
await closeDatabase()
console.log(breaches ? `${breaches} over` : 'all within bounds')
process.exit(breaches ? 1 : 0)
