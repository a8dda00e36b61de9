import { createHash } from 'node:crypto'
import type { SignalKind } from '~/server/signals/signal'
import type { Transaction } from './client'

/** Says that something looked wrong, to whoever works on the platform. */
export const raise = (sql: Transaction, kind: SignalKind, body: object) => raiseEach(sql, kind, [body])
export const raiseEach = (sql: Transaction, kind: SignalKind, bodies: readonly object[]) => sql.$executeRaw`INSERT INTO signal (id, kind, body) SELECT uuidv7(), ${kind}, body::jsonb FROM unnest(${bodies.map((body) => JSON.stringify(body))}::text[]) AS w (body)`
const idOf = (kind: SignalKind, name: string) => createHash('sha256').update(`${kind} ${name}`).digest('hex').slice(0, 32)
/** The same thing under the same name is one signal, however often it is seen. `file` is the case that it is part of, `at` when it was seen, where that was not just now. */
export const raiseOnce = (sql: Transaction, kind: SignalKind, name: string, body: object, { file = null, at = null }: { readonly file?: string | null; readonly at?: Date | null } = {}) =>
  sql.$executeRaw`INSERT INTO signal (id, kind, body, case_id, at) VALUES (${idOf(kind, name)}::uuid, ${kind}, ${JSON.stringify(body)}::jsonb, ${file}::uuid, coalesce(${at}::timestamptz, now())) ON CONFLICT DO NOTHING`
/** The case of what was raised under this name, if it has one; undefined where nothing was raised. */
export async function caseRaised(sql: Transaction, kind: SignalKind, name: string): Promise<string | null | undefined> {
  return (await sql.$queryRaw<{ file: string | null }[]>`SELECT case_id::text AS file FROM signal WHERE id = ${idOf(kind, name)}::uuid`)[0]?.file
}
