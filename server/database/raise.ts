import type { Transaction } from './client'

/** Says that something looked wrong, to whoever works on the platform. */
export const raise = (sql: Transaction, kind: string, body: object) => sql.$executeRaw`INSERT INTO signal (id, kind, body) VALUES (uuidv7(), ${kind}, ${JSON.stringify(body)}::jsonb)`
