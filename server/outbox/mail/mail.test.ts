/** Against a real mail server, which listens on loopback for as long as this runs. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeLease, underLease } from '~/server/database/lease'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import type { NoticeKind } from '~/server/identity/notice'
import { tell, type Telling } from '~/server/notices/tell'
import { beginApart } from '~/server/testing/apart'
import { openReceiver } from '~/server/testing/receiver'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { deliverOutbox, outboxAtRest } from '../deliver-outbox'
import { triesMost } from '../decide-next-try'
import { enqueue } from '../enqueue'
import { gatherDigests } from './gather-digests'

type Mail = { to: string; id: string; text: string }
let world: World
let server: SMTPServer
let received: Mail[] = []
/** What the server says to the next mail, when it does not take it; and what happens when it has it whole. */
let refuses: { code: number; says: string } | null = null
let onTaken: () => void = () => undefined
const folder = mkdtempSync(`${tmpdir()}/mail-`)
const [lease, gathering] = [`deliver-${randomUUID()}`, `gather-${randomUUID()}`]

beforeAll(async () => {
  world = await makeWorld()
  server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, answer) => (refuses ? answer(Object.assign(new Error(refuses.says), { responseCode: refuses.code })) : answer()),
    onData: (stream, session, answer) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), id: /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '', text })
        onTaken()
        answer()
      })
    },
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const { port } = server.server.address() as AddressInfo
  writeFileSync(`${folder}/smtp`, `smtp://127.0.0.1:${port}`, { mode: 0o600 })
  Object.assign(process.env, { MAIL_FROM: 'bailiwick@example.test', SMTP_URL_FILE: `${folder}/smtp`, PUBLIC_URL: 'http://localhost:4700' })
  for (const name of [lease, gathering]) expect(await takeLease(name, 600)).toBe(true)
})
beforeEach(async () => {
  await loading((sql) => sql.query("UPDATE outbox SET ended_at = now(), outcome = 'dropped' WHERE ended_at IS NULL"))
  received = []
  refuses = null
  onTaken = () => undefined
})
afterAll(async () => {
  await new Promise<void>((done) => { server.close(done) })
  for (const name of ['MAIL_FROM', 'SMTP_URL_FILE']) delete process.env[name]
  rmSync(folder, { recursive: true })
  await closeDatabase()
})

const tellThem = (people: readonly Person[], kind: NoticeKind, telling: Telling = {}, path = '/platform/requests/x') =>
  inScope('engine', { loop: 'lease' }, (sql) => tell(sql, people.map(({ id }) => id), kind, { label: 'a secret purpose', who: 'Lin Secret' }, path, telling))
const prefer = async (person: Person, mail: 'off' | 'daily' | 'at_once', hour = 8) => (await doorFor(person)).notices.prefer({ mail, hour })
const rows = (person: Person) => loading(async (sql) => (await sql.query('SELECT id, kind, attempts, outcome, reason, next_at > now() AS later FROM outbox WHERE person_id = $1 ORDER BY at', [person.id])).rows)
const dueNow = (person: Person) => loading((sql) => sql.query('UPDATE outbox SET next_at = now() WHERE person_id = $1 AND ended_at IS NULL', [person.id]))
const older = (person: Person, hours: number) => loading((sql) => sql.query('UPDATE notice SET at = now() - make_interval(hours => $2) WHERE person_id = $1', [person.id, hours]))
const mailsTo = (person: Person) => received.filter(({ to }) => to === person.email)
const hourNow = () => new Date().getUTCHours()

test('who wished to hear at once does, once, of what waits for them; whoever did not wish so does not', async () => {
  const [wishes, daily, off] = [await world.person('wishes'), await world.person('daily'), await world.person('off')]
  await prefer(wishes, 'at_once')
  await prefer(off, 'off')
  await tellThem([wishes, daily, off], 'request_waits')
  await deliverOutbox(lease)
  await deliverOutbox(lease)
  expect(received.map(({ to }) => to)).toEqual([wishes.email])
  expect([await rows(wishes), await rows(daily), await rows(off)]).toMatchObject([[{ outcome: 'delivered', attempts: 1 }], [{ outcome: 'dropped', reason: 'not_wanted' }], [{ outcome: 'dropped', reason: 'not_wanted' }]])
})
test('a mail says of what sort it is and where to go, and nothing of whom and what it is about', async () => {
  const person = await world.person('private')
  await prefer(person, 'at_once')
  await tellThem([person], 'request_waits')
  await deliverOutbox(lease)
  const [mail] = mailsTo(person)
  expect(mail?.text).toContain('Subject: A request waits for your decision')
  expect(mail?.text).toContain('http://localhost:4700/platform/requests/x')
  expect(mail?.text).toContain('Auto-Submitted: auto-generated')
  expect(mail?.text).not.toMatch(/secret/i)
  expect(mail?.id).toBe(`<${(await rows(person))[0].id}@example.test>`)
})
test('whoever cannot decide it any more when the mail would go, has read it by then, or is disabled, is not written to, and nobody is of what is over by then', async () => {
  const needs = { action: 'requests.approve', tenant: null } as const
  const [approver, ended, reader, disabled] = [await world.person('still', ['approver', null, null]), await world.person('ended', ['approver', null, null]), await world.person('read', ['approver', null, null]), await world.person('gone', ['approver', null, null])]
  const over = await world.person('over', ['approver', null, null])
  const all = [approver, ended, reader, disabled, over]
  for (const person of all) await prefer(person, 'at_once')
  await tellThem(all, 'request_waits', { needs })
  await loading(async (sql) => {
    await sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [ended.id])
    await sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [disabled.id])
    await sql.query('UPDATE notice SET over_at = now() WHERE person_id = $1', [over.id])
  })
  await (await doorFor(reader)).notices.acknowledgeAll({ until: new Date(Date.now() + 1000).toISOString() })
  await deliverOutbox(lease)
  expect(received.map(({ to }) => to)).toEqual([approver.email])
  expect((await Promise.all([ended, reader, disabled, over].map(rows))).map(([row]) => row.reason)).toEqual(['nothing_to_tell', 'nothing_to_tell', 'disabled', 'nothing_to_tell'])
})
test('one digest a person and day at their hour: of what was there by then, unread, not over, and in no mail before', async () => {
  const [one, later, off] = [await world.person('digest'), await world.person('later'), await world.person('never')]
  await prefer(one, 'daily', hourNow())
  await prefer(later, 'daily', (hourNow() + 1) % 24)
  await prefer(off, 'off', hourNow())
  const over = await world.person('all-over')
  await prefer(over, 'daily', hourNow())
  for (const person of [one, later, off, over]) for (const kind of ['lease_ends', 'lease_ends', 'request_decided'] as const) await tellThem([person], kind)
  for (const person of [one, off, over]) await older(person, 2)
  await loading((sql) => sql.query('UPDATE notice SET over_at = now() WHERE person_id = $1', [over.id]))
  for (let times = 0; times < 3; times++) await gatherDigests(gathering)
  await deliverOutbox(lease)
  expect([received.map(({ to }) => to), await rows(over)]).toEqual([[one.email], []])
  expect(mailsTo(one)[0]?.text).toContain('Subject: 3 notices for you')
  // What comes now waits for tomorrow’s; what was in this one is in no other.
  await tellThem([one], 'allocation_expired')
  await gatherDigests(gathering)
  await deliverOutbox(lease)
  expect(mailsTo(one)).toHaveLength(1)
  await loading((sql) => sql.query("UPDATE outbox SET once = once || ' of yesterday' WHERE person_id = $1", [one.id]))
  await gatherDigests(gathering)
  await deliverOutbox(lease)
  expect(mailsTo(one)).toHaveLength(1)
})
test('whoever lost their work’s place is written to of it, by what sort of thing it is; of what happened to their account nobody is', async () => {
  const [person, account] = [await world.person('pushed-aside'), await world.person('changed')]
  for (const [to, kind] of [[person, 'allocation_preempted'], [account, 'password_changed']] as const) {
    await prefer(to, 'daily', hourNow())
    await tellThem([to], kind)
    await older(to, 2)
  }
  await gatherDigests(gathering)
  await deliverOutbox(lease)
  expect([mailsTo(person).length, mailsTo(person)[0]?.text.includes('Subject: The place of an allocation of yours is taken, or given back'), mailsTo(account), await rows(account)]).toEqual([1, true, [], []])
})
test('what is told in one mail is in no other, though both are due at once: to one person there is one on its way', async () => {
  const person = await world.person('both')
  await prefer(person, 'at_once', hourNow())
  await tellThem([person], 'request_waits')
  await older(person, 2)
  await gatherDigests(gathering)
  expect((await rows(person)).map(({ kind }) => kind).sort()).toEqual(['digest', 'request_waits'])
  for (let times = 0; times < 3; times++) await deliverOutbox(lease)
  expect(mailsTo(person)).toHaveLength(1)
  expect((await rows(person)).map(({ outcome }) => outcome).sort()).toEqual(['delivered', 'dropped'])
})
test('however much lies unread that is theirs to decide no more, a digest tells of what is theirs', async () => {
  const person = await world.person('lost', ['approver', null, null])
  await prefer(person, 'daily', hourNow())
  await tellThem([person], 'lease_ends')
  await older(person, 3)
  await loading((sql) => sql.query(`INSERT INTO notice (id, person_id, kind, body, needs, at) SELECT gen_random_uuid(), $1, 'request_waits', '{"label":"x"}', '{"action":"requests.approve","tenant":null}', now() - interval '2 hours' FROM generate_series(1, 450)`, [person.id]))
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [person.id]))
  await gatherDigests(gathering)
  await deliverOutbox(lease)
  expect(mailsTo(person)).toHaveLength(1)
})
test('a server that is not there or says “later” is asked again, later and later, under the same id; after the last time it is given up, and the platform hears of it', async () => {
  const person = await world.person('retried')
  await prefer(person, 'at_once')
  await tellThem([person], 'request_waits')
  refuses = { code: 451, says: 'try later' }
  await deliverOutbox(lease)
  await deliverOutbox(lease)
  const [{ id }] = await rows(person)
  expect(await rows(person)).toMatchObject([{ attempts: 1, outcome: null, reason: 'mail_envelope', later: true }])
  await loading((sql) => sql.query('UPDATE outbox SET attempts = $2, next_at = now() WHERE id = $1', [id, triesMost - 1]))
  await deliverOutbox(lease)
  expect(await rows(person)).toMatchObject([{ id, attempts: triesMost, outcome: 'given_up' }])
  const raised = await inScope('web', { platform: true }, (sql) => sql.signal.findMany({ where: { kind: 'message_given_up', body: { path: ['message'], equals: id } }, select: { body: true } }))
  expect(raised).toEqual([{ body: { message: id, channel: 'mail', kind: 'request_waits', reason: 'mail_envelope' } }])
})
test('a mail server that does not answer keeps no webhook waiting, and neither does much mail', async () => {
  const [silent, told]: [Server, string[]] = [createServer(() => undefined), []]
  await new Promise<void>((done) => { silent.listen(0, '127.0.0.1', done) })
  const receiver = await openReceiver(async ({ body }) => { told.push(body); return 200 })
  const theirs = process.env.SMTP_URL_FILE
  const input = { tenant: world.a, title: 'Operations', address: `http://${receiver.at}/in`, format: 'standard' as const, kinds: ['lease_ends' as const] }
  Object.assign(process.env, { WEBHOOK_INSIDE: receiver.at, SMTP_URL_FILE: `${folder}/silent` })
  writeFileSync(`${folder}/silent`, `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, { mode: 0o600 })
  try {
    expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'webhooks.create', input) })).webhooks.create(input)).toMatchObject({ ok: true })
    const many = await Promise.all(Array.from({ length: 60 }, (_, at) => world.person(`many-${at}`)))
    for (const person of many) await prefer(person, 'at_once')
    await tellThem(many, 'request_waits')
    for (const happen of [1, 3]) {
      for (let times = 0; times < happen; times++) await inScope('engine', { loop: 'lease' }, (sql) => enqueue(sql, [{ channel: 'event', tenant: world.a, kind: 'lease_ends', body: { path: null }, once: randomUUID() }]))
      await deliverOutbox(lease)
    }
    expect(told).toHaveLength(4)
  } finally {
    silent.close()
    receiver.close()
    delete process.env.WEBHOOK_INSIDE
    process.env.SMTP_URL_FILE = theirs
    await outboxAtRest()
  }
}, 40_000)
test('a server that will not have the address is believed at once', async () => {
  const person = await world.person('unknown')
  await prefer(person, 'at_once')
  await tellThem([person], 'request_waits')
  refuses = { code: 550, says: 'no such user' }
  await deliverOutbox(lease)
  expect(await rows(person)).toMatchObject([{ attempts: 1, outcome: 'given_up' }])
})
test('without a mail server nothing is sent and nothing waits', async () => {
  const person = await world.person('unsent')
  await prefer(person, 'at_once')
  await tellThem([person], 'request_waits')
  const { MAIL_FROM = '', SMTP_URL_FILE = '' } = process.env
  for (const name of ['MAIL_FROM', 'SMTP_URL_FILE']) delete process.env[name]
  try {
    await deliverOutbox(lease)
  } finally {
    Object.assign(process.env, { MAIL_FROM, SMTP_URL_FILE })
  }
  expect([received, await rows(person)]).toMatchObject([[], [{ outcome: 'dropped', reason: 'no_mail_server' }]])
})
test('a process killed when the server has the mail, and before that is written, sends it again under the same id; killed before it sent, it sends it then', async () => {
  const person = await world.person('killed')
  await prefer(person, 'at_once')
  await tellThem([person], 'request_waits')
  const { child, ended } = beginApart('deliver-once', `child-${world.mark}`)
  onTaken = () => { child.kill('SIGKILL') }
  expect(await ended).toBe('SIGKILL')
  onTaken = () => undefined
  expect(await rows(person)).toMatchObject([{ attempts: 1, outcome: null, later: true }])
  await deliverOutbox(lease)
  expect(mailsTo(person)).toHaveLength(1)
  await dueNow(person)
  await deliverOutbox(lease)
  const mails = mailsTo(person)
  expect([mails.length, new Set(mails.map(({ id }) => id)).size]).toEqual([2, 1])
  expect(await rows(person)).toMatchObject([{ attempts: 2, outcome: 'delivered' }])
  // Killed after the claim and before the sending: as a claim that nobody followed up.
  await tellThem([person], 'request_terms_changed')
  await underLease(lease, { loop: 'deliver' }, (sql) => sql.$executeRaw`UPDATE outbox SET attempts = attempts + 1, next_at = now() WHERE person_id = ${person.id}::uuid AND ended_at IS NULL`)
  await deliverOutbox(lease)
  expect(mailsTo(person)).toHaveLength(3)
})
