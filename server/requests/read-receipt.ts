import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { ReadRows } from '~/server/database/rows'
import type { Json } from '~/server/shared/canonical'

const of = { request: Uuid, word: Uuid }
export const ReadReceipt = z.strictObject(of)
export const ReadReceiptInTenant = z.strictObject({ tenant: Handle, ...of })

/** What stands with a yes that a passkey signed: the statement whose digest was the challenge, and what the passkey made of it. Where many were signed at once that is the batch's, and which of them this one is stands beside it. */
const Signed = z.object({ kind: z.literal('passkey'), credential: z.string(), publicKey: z.string(), clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string(), about: z.record(z.string(), z.json()), item: z.object({ statement: z.json(), index: z.number(), path: z.array(z.string()) }).optional() })
/** One yes as a document that whoever holds it can check without asking anybody here. */
type ReceiptRead = { format: 'bailiwick-receipt-1'; statement: Json; assertion: Json; batch?: { statement: Json; index: number; path: string[] } }

async function receiptOf(rows: ReadRows, request: string, word: string, tenant: string | null): Promise<ReceiptRead> {
  const said = await rows.requestWord.findFirst({ where: { id: word, requestId: request, kind: 'yes', ...(tenant === null ? {} : { tenantId: tenant }) }, select: { evidence: true } })
  const { data: signed } = Signed.safeParse(said?.evidence)
  if (!signed) throw new Denied('not_found')
  const { about, item, ...assertion } = signed
  return { format: 'bailiwick-receipt-1', statement: item ? item.statement : about, assertion, ...(item ? { batch: { statement: about, index: item.index, path: item.path } } : {}) }
}
export const readReceipt = ({ rows }: PlatformReader, { request, word }: z.infer<typeof ReadReceipt>) => receiptOf(rows, request, word, null)
export const readReceiptInTenant = ({ rows, tenant }: TenantReader, { request, word }: z.infer<typeof ReadReceiptInTenant>) => receiptOf(rows, request, word, tenant)
