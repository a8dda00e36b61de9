import type { SignalKind } from '~/server/signals/signal'
import type { Transaction } from './client'

/** Says that something looked wrong, to whoever works on the platform. */
export const raise = (sql: Transaction, kind: SignalKind, body: object) => sql.$executeRaw`INSERT INTO signal (id, kind, body) VALUES (uuidv7(), ${kind}, ${JSON.stringify(body)}::jsonb)`
/** The same thing under the same name is one signal, however often it is seen. */
export const raiseOnce = (sql: Transaction, kind: SignalKind, name: string, body: object) =>
  sql.$executeRaw`INSERT INTO signal (id, kind, body) VALUES (encode(substring(sha256(convert_to(${`${kind} ${name}`}, 'UTF8')) FOR 16), 'hex')::uuid, ${kind}, ${JSON.stringify(body)}::jsonb) ON CONFLICT DO NOTHING`
