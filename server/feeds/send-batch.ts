import { createHash } from 'node:crypto'
import { dataKeyOf } from '~/server/keys/data-key'
import { open } from '~/server/keys/seal'
import { underLease } from '~/server/database/lease'
import { post, type Resolve } from '~/server/outbox/webhook/post'
import { openSecrets } from '~/server/outbox/webhook/receiver-key'
import { signatureHeaders } from '~/server/outbox/webhook/sign'
import { readInside } from '~/server/settings/outside'
import { readOrigin } from '~/server/settings/settings'
import { type Line, webhookBody } from './compose-batch'
import { sealedAs } from './create-feed'
import { decideAddress } from './decide-address'
import type { Failure, Format, Sent, Way } from './feed'
import { frameSyslog } from './frame-syslog'
import { sendSyslog } from './send-syslog'

/** A feed with what it takes to reach its receiver. */
export type Opened = { readonly id: string; readonly tenant: string | null; readonly way: Way; readonly format: Format; readonly address: string; /** By which its receiver knows us; none by syslog. */ readonly secrets: readonly string[] }
/** What a test says otherwise. */
export type How = { readonly resolve?: Resolve; readonly waitMs?: number; readonly ca?: string }

/** `no_key` where the place's key was destroyed, and nobody can read the address any more; null where the lease is somebody else's by now. */
export async function openFeed(lease: string, id: string, tenant: string | null): Promise<Opened | 'no_key' | null> {
  const found = await underLease(lease, { loop: 'feed', tenant: tenant ?? 'platform' }, async (sql) => ({ row: await sql.feed.findUniqueOrThrow({ where: { id } }), key: await dataKeyOf(sql, tenant ?? 'platform') }))
  if (found === null) return null
  const { row, key } = found
  if (key === null) return 'no_key'
  return { id, tenant, way: row.way as Way, format: row.format as Format, address: open(key, sealedAs.address(id), row.address).toString('utf8'), secrets: openSecrets(key, sealedAs.secret(id), row, new Date()) }
}

const failed = (failure: Failure, status: number | null = null): Sent => ({ failure, status })
function judged(status: number): Sent {
  if (status >= 200 && status < 300) return { failure: null, status }
  return failed(status === 410 ? 'gone' : status === 413 ? 'too_large' : status >= 300 && status < 400 ? 'redirected' : 'not_taken', status)
}

/** Where it may go is asked each time: what an operator allowed may be so no more. */
export async function sendBatch({ id, way, format, address, secrets }: Opened, lines: readonly Line[], how: How, isTest = false): Promise<Sent> {
  const inside = readInside(process.env)
  const target = decideAddress(way, address, inside)
  if (!target.ok) return failed('address_refused')
  if (way === 'syslog') return { failure: await sendSyslog(target, frameSyslog(lines, new URL(readOrigin(process.env)).hostname), how), status: null }
  if (secrets.length === 0) throw new Error('a webhook has a key')
  const body = webhookBody(format, lines, isTest)
  // The same records have the same id, by which a receiver that keeps ids has them once.
  const headers = signatureHeaders(secrets, { id: `feed_${createHash('sha256').update(`${id} ${body}`).digest('base64url')}`, body, now: new Date() })
  const { resolve, waitMs } = how
  const posted = await post(address, { headers, body }, { inside, ...(resolve ? { resolve } : {}), ...(waitMs === undefined ? {} : { waitMs }) })
  return 'failed' in posted ? failed(posted.failed) : judged(posted.status)
}
