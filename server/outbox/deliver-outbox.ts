/**
 * Tells the world outside what is due. A try is claimed first, in a transaction that counts it and says when the next would be; then it is made; then what became of it is written. Whoever is
 * killed in between has told it or has not: it is tried again, under the same id, when the claim has passed. So everything is told at least once, and a receiver that keeps ids has it once.
 */
import { setTimeout } from 'node:timers/promises'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { inScope } from '~/server/database/scope'
import { log } from '~/server/logs/log'
import { decideNextTry, tryingMs } from './decide-next-try'
import { deliverMail } from './mail/deliver-mail'
import { mailSettings } from './mail/send-mail'
import type { Tried, Tries } from './message'
import { deliverWebhook } from './webhook/deliver-webhook'

const atOnce = 40
/** Of one receiver, of all receivers of one tenant, and of the mail server, so that those that do not answer keep no others waiting. To one person it is one mail, so that what it tells is in no other. */
const [ofOne, ofPerson, ofTenant, ofMail] = [4, 1, 12, 20]
/** A turn waits so long for its tries. What takes longer goes on beside the next, and counts there as being at once. */
const patienceMs = 1_000
const eventsAtOnce = 100

export async function deliverOutbox(lease: string): Promise<number> {
  const mail = mailSettings()
  const room = atOnce - underWay.size
  if (!(await lookUnderLease(lease, scope, isAnyDue))) return 0
  const claimed = await underLease(lease, scope, async (sql) => {
    if (mail === null) await sql.$executeRaw`UPDATE outbox SET ended_at = now(), outcome = 'dropped', reason = 'no_mail_server' WHERE channel = 'mail' AND ended_at IS NULL`
    await fanOut(sql)
    return room > 0 ? claim(sql, room) : []
  }) ?? []
  const send = (message: Tried) => (message.channel === 'webhook' ? deliverWebhook(message) : mail === null ? { did: 'dropped', reason: 'no_mail_server' } as const : deliverMail(mail, message))
  const tries = claimed.map((message) => follow(message, Promise.resolve(message).then(send).catch((thrown: unknown) => surprise(message, thrown)).then((tried) => note(message, tried))))
  await Promise.race([Promise.all(tries), setTimeout(patienceMs)])
  return claimed.length
}

const scope = { loop: 'deliver' } as const
const isAnyDue = async (sql: Transaction): Promise<boolean> => (await sql.$queryRaw<unknown[]>`SELECT FROM outbox WHERE channel IN ('event', 'mail', 'webhook') AND ended_at IS NULL AND next_at <= clock_timestamp() LIMIT 1`).length > 0

/** What is being tried here, by what notes its end. */
const underWay = new Map<Promise<void>, Tried>()
/** A fault of whoever waited for it is that turn’s; later it is nobody’s, and what could not be noted is tried again when its claim has passed. */
function follow(message: Tried, end: Promise<void>): Promise<void> {
  underWay.set(end, message)
  end.finally(() => underWay.delete(end)).catch((fault: unknown) => log.warn('what came of a try could not be noted', { message: message.id, fault: String(fault) }))
  return end
}
/** When nothing is being tried any more: for whoever ends in order, so that no receiver is told again what it has taken. */
export async function outboxAtRest(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay.keys())
}

/** What happened becomes a message to each who listens there for it, in one statement: once each, whoever is killed. */
const fanOut = (sql: Transaction) => sql.$executeRaw`WITH happened AS (SELECT id, tenant_id, kind, body, at FROM outbox WHERE channel = 'event' AND ended_at IS NULL ORDER BY next_at LIMIT ${eventsAtOnce} FOR UPDATE SKIP LOCKED),
    told AS (INSERT INTO outbox (id, channel, tenant_id, webhook_id, kind, body, once, at) SELECT gen_random_uuid(), 'webhook', w.tenant_id, w.id, h.kind, h.body, 'webhook ' || h.id || ' ' || w.id, h.at
      FROM happened h JOIN webhook w ON w.tenant_id IS NOT DISTINCT FROM h.tenant_id AND w.ended_at IS NULL AND h.kind = ANY (w.kinds) ON CONFLICT (once) DO NOTHING)
  UPDATE outbox SET ended_at = now(), outcome = 'delivered' WHERE id IN (SELECT id FROM happened)`

/** What is due and nobody else is trying: of each receiver and each tenant in the order in which it became due, and no more than may be tried at once, with what is being tried; and those that have least of it first. */
function claim(sql: Transaction, room: number): Promise<Tried[]> {
  const busy = [...underWay.values()]
  return sql.$queryRaw<Tried[]>`
  WITH busy AS (SELECT receiver, whose FROM unnest(${busy.map(receiverOf)}::text[], ${busy.map(whoseOf)}::text[]) b (receiver, whose)),
    waits AS (SELECT id, next_at, coalesce(webhook_id, person_id)::text AS receiver, CASE channel WHEN 'webhook' THEN coalesce(tenant_id, '') ELSE ${mailServer} END AS whose FROM outbox
      WHERE channel IN ('mail', 'webhook') AND ended_at IS NULL AND next_at <= clock_timestamp()),
    due AS (SELECT w.*, row_number() OVER (PARTITION BY receiver ORDER BY next_at, id) + (SELECT count(*) FROM busy b WHERE b.receiver = w.receiver) AS nth FROM waits w),
    fair AS (SELECT d.id, d.whose, row_number() OVER (PARTITION BY whose ORDER BY next_at, id) + (SELECT count(*) FROM busy b WHERE b.whose = d.whose) AS of_whose
      FROM due d WHERE d.nth <= CASE whose WHEN ${mailServer} THEN ${ofPerson}::int ELSE ${ofOne}::int END)
  UPDATE outbox SET attempts = attempts + 1, next_at = clock_timestamp() + make_interval(secs => ${tryingMs / 1000})
  WHERE id IN (SELECT o.id FROM outbox o JOIN fair f ON f.id = o.id WHERE f.of_whose <= CASE whose WHEN ${mailServer} THEN ${ofMail}::int ELSE ${ofTenant}::int END
    AND o.ended_at IS NULL AND o.next_at <= clock_timestamp() ORDER BY f.of_whose, o.next_at, o.id LIMIT ${room} FOR UPDATE OF o SKIP LOCKED)
  RETURNING id, channel, tenant_id AS "tenantId", person_id AS "personId", webhook_id AS "webhookId", kind, body, attempts, at`
}
const receiverOf = ({ webhookId, personId }: Tried) => webhookId ?? personId
/** Mail goes to the operator's own server, whoever it is to. No tenant has this name. */
const mailServer = '@'
const whoseOf = ({ channel, tenantId }: Tried) => (channel === 'webhook' ? (tenantId ?? '') : mailServer)

/** Of a later try the earlier one's end says nothing. */
async function note(message: Tried, tried: Tries): Promise<void> {
  const { id, channel, kind, attempts } = message
  const status = 'status' in tried ? (tried.status ?? null) : null
  const next = tried.did === 'failed' && !tried.final ? decideNextTry(attempts, Math.random()) : { again: false as const }
  await inScope('engine', { loop: 'deliver' }, async (sql) => {
    if (tried.did !== 'failed') await sql.$executeRaw`UPDATE outbox SET ended_at = clock_timestamp(), outcome = ${tried.did}, reason = ${tried.did === 'dropped' ? tried.reason : null}, status = ${status} WHERE id = ${id}::uuid AND ended_at IS NULL`
    else if (next.again) await sql.$executeRaw`UPDATE outbox SET next_at = clock_timestamp() + make_interval(secs => ${next.pauseMs / 1000}), reason = ${tried.reason}, status = ${status} WHERE id = ${id}::uuid AND ended_at IS NULL AND attempts = ${attempts}`
    else {
      const many = await sql.$executeRaw`UPDATE outbox SET ended_at = clock_timestamp(), outcome = 'given_up', reason = ${tried.reason}, status = ${status} WHERE id = ${id}::uuid AND ended_at IS NULL AND attempts = ${attempts}`
      if (many > 0) await raiseOnce(sql, 'message_given_up', givenUpOnce(message, tried), { message: id, channel, kind, reason: tried.reason })
    }
  })
}

/** Of a receiver that takes nothing, and of a mail server that is not there, the platform is told once a day, however much was for it; of an address that the mail server will not have, each time. */
function givenUpOnce({ id, channel, webhookId }: Tried, { reason, final }: { readonly reason: string; readonly final: boolean }): string {
  const day = new Date().toISOString().slice(0, 10)
  if (channel === 'webhook') return `${webhookId} ${reason} ${day}`
  return final ? id : `${channel} ${reason} ${day}`
}

function surprise({ id, channel }: Tried, thrown: unknown): Tries {
  log.error('a message could not be tried', { message: id, channel, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
  return { did: 'failed', reason: 'fault', final: false }
}
