import { Denied } from '~/server/authorization/denied'
import type { Kept } from '~/server/past/decide-moment'
import type { Transaction } from './client'

/** The clock, and since when what a tenant was is kept: since it was made, or since anything was. */
export async function keptOf(sql: Transaction, tenant: string): Promise<Kept> {
  const [kept] = await sql.$queryRaw<Kept[]>`SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now, to_char(greatest(past.kept_since(), created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS since FROM public.tenant WHERE id = ${tenant}`
  if (!kept) throw new Denied('not_found')
  return kept
}
