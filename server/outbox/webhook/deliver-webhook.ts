import { inScope } from '~/server/database/scope'
import { dataKeyOf } from '~/server/keys/data-key'
import { open } from '~/server/keys/seal'
import { readInside } from '~/server/settings/outside'
import { readOrigin } from '~/server/settings/settings'
import type { Tried, Tries } from '../message'
import { composeWebhook } from './compose-webhook'
import { post, type Resolve } from './post'
import { openSecrets } from './receiver-key'
import { signatureHeaders } from './sign'

/** Where in a webhook's row each of these was sealed. */
export const sealedAs = { address: (id: string) => `webhook|address|${id}`, secret: (id: string) => `webhook|secret|${id}` } as const

export async function deliverWebhook({ id, webhookId, tenantId, kind, body, at }: Tried, resolve?: Resolve): Promise<Tries> {
  if (webhookId === null) throw new Error('a webhook’s message is to a webhook')
  const found = await inScope('engine', { loop: 'deliver', tenant: tenantId ?? 'platform' }, async (sql) => ({ row: await sql.webhook.findUniqueOrThrow({ where: { id: webhookId } }), key: await dataKeyOf(sql, tenantId ?? 'platform') }))
  const { row, key } = found
  if (row.endedAt !== null || key === null) return { did: 'dropped', reason: 'webhook_ended' }
  const now = new Date()
  const secrets = openSecrets(key, sealedAs.secret(webhookId), row, now)
  const text = composeWebhook({ kind, path: body.path ?? null, tenant: tenantId, at, origin: readOrigin(process.env) }, row.format === 'slack' ? 'slack' : 'standard')
  const answer = await post(open(key, sealedAs.address(webhookId), row.address).toString('utf8'), { headers: signatureHeaders(secrets, { id, body: text, now }), body: text }, { inside: readInside(process.env), ...(resolve ? { resolve } : {}) })
  if ('failed' in answer) return { did: 'failed', reason: answer.failed, final: answer.failed === 'address_refused' }
  const { status } = answer
  if (status >= 200 && status < 300) return { did: 'delivered', status }
  if (status === 410) await inScope('engine', { loop: 'deliver' }, (sql) => sql.$executeRaw`UPDATE webhook SET ended_at = clock_timestamp() WHERE id = ${webhookId}::uuid AND ended_at IS NULL`)
  return { did: 'failed', reason: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirected' : 'answered', final: status === 410, status }
}
