import { isAction } from '~/server/authorization/actions'
import { couldDo } from '~/server/authorization/could'
import type { Transaction } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { bindingsOf } from '~/server/database/threshold'
import type { Binding } from '~/server/identity/actor'
import { type MailedKind, mailedKinds } from '~/server/identity/notice'
import type { MailSettings } from '~/server/settings/outside'
import { readOrigin } from '~/server/settings/settings'
import type { Tried, Tries } from '../message'
import { composeMail } from './compose-mail'
import { sendMail } from './send-mail'

const inOneMail = 200
type Told = { id: string; kind: MailedKind; path: string | null }
type Found = Omit<Told, 'kind'> & { kind: string; needs: unknown }

/** Whom it goes to, and what of it is still to be told, is asked now: who lost the role, read it here or wishes no mail since is not written to, and neither is anybody about what is over. */
export async function deliverMail(settings: MailSettings, { id, personId, kind, body, at }: Tried): Promise<Tries> {
  if (personId === null) throw new Error('a mail is to a person')
  const wanted = await inScope('engine', { loop: 'deliver', person: personId }, async (sql) => {
    const { email, disabledAt } = await sql.person.findUniqueOrThrow({ where: { id: personId }, select: { email: true, disabledAt: true } })
    const mail = (await sql.mailPreference.findUnique({ where: { personId }, select: { mail: true } }))?.mail ?? 'daily'
    if (disabledAt !== null) return 'disabled'
    if (mail === 'off' || (kind !== 'digest' && mail !== 'at_once')) return 'not_wanted'
    return { to: email, told: await stillToTell(sql, personId, kind === 'digest' ? { until: at } : { notice: body.notice ?? null }) }
  })
  if (typeof wanted === 'string') return { did: 'dropped', reason: wanted }
  const [first, ...rest] = wanted.told
  if (!first) return { did: 'dropped', reason: 'nothing_to_tell' }
  try {
    await sendMail(settings, { id, to: wanted.to }, composeMail([first, ...rest], readOrigin(process.env)))
  } catch (thrown) {
    return whyNot(thrown)
  }
  await inScope('engine', { person: personId }, (sql) => sql.$executeRaw`UPDATE notice SET mailed_at = clock_timestamp() WHERE id = ANY (${wanted.told.map((one) => one.id)}::uuid[]) AND mailed_at IS NULL`)
  return { did: 'delivered' }
}

async function stillToTell(sql: Transaction, personId: string, which: { until: Date } | { notice: string | null }): Promise<Told[]> {
  const held = await bindingsOf(sql, personId, new Date())
  const told: Told[] = []
  // What is not theirs any more stays unread, however much of it there is: what is theirs lies behind it.
  for (let last: string | null = null; ; ) {
    const rows: Found[] = await sql.notice.findMany({
      where: { personId, readAt: null, mailedAt: null, overAt: null, kind: { in: [...mailedKinds] }, ...('until' in which ? { at: { lte: which.until } } : { id: which.notice ?? '' }) },
      orderBy: [{ at: 'desc' }, { id: 'desc' }], take: inOneMail, ...(last === null ? {} : { cursor: { id: last }, skip: 1 }), select: { id: true, kind: true, path: true, needs: true },
    })
    for (const { id, kind, path, needs } of rows) if (needs === null || stillCould(held, needs as Partial<Record<string, unknown>>)) told.push({ id, kind: kind as MailedKind, path })
    last = rows.at(-1)?.id ?? null
    if (rows.length < inOneMail || told.length >= inOneMail) return told.slice(0, inOneMail)
  }
}
/** An action that is gone since is nobody's. */
function stillCould(held: readonly Binding[], { action, tenant, namespace }: Partial<Record<string, unknown>>): boolean {
  if (typeof action !== 'string' || !isAction(action)) return false
  return couldDo(held, action, { ...(typeof tenant === 'string' ? { tenant } : {}), ...(typeof namespace === 'string' ? { namespace } : {}) })
}

const known = new Set(['EAUTH', 'ECONNECTION', 'EDNS', 'EENVELOPE', 'EMESSAGE', 'EPROTOCOL', 'ESOCKET', 'ETIMEDOUT', 'ETLS'])
function whyNot(thrown: unknown): Tries {
  const { code, responseCode } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as { code?: unknown; responseCode?: unknown }
  const reason = typeof code === 'string' && known.has(code) ? `mail_${code.slice(1).toLowerCase()}` : 'mail_failed'
  // There is nobody of that address, or the server will not have it: it says the same tomorrow.
  return { did: 'failed', reason, final: code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500 }
}
