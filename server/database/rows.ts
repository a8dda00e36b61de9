import type { Transaction } from './client'

type Model = { [K in keyof Transaction]: Transaction[K] extends { findMany: unknown } ? K : never }[keyof Transaction]
/** What only the openers in this folder may touch: without them there is no record, no number, no proof. */
type Kept = 'record' | 'accessInbox' | 'accessHead' | 'answered' | 'dataKey' | 'masterKey' | 'lease' | 'rate' | 'logRun' | 'logTile' | 'checkpoint' | 'logCheck' | 'witness' | 'feedPlace' | 'recordMonth' | 'recordTaken'
type Reading = 'findMany' | 'findFirst' | 'findFirstOrThrow' | 'findUnique' | 'findUniqueOrThrow' | 'count' | 'aggregate' | 'groupBy'
type Writing = Reading | 'create' | 'createMany' | 'createManyAndReturn' | 'update' | 'updateMany' | 'updateManyAndReturn' | 'upsert'

/** The tables as a reader sees them: row security shows the rows of the permit, and there is nothing to write with. */
export type ReadRows = { readonly [M in Model]: Pick<Transaction[M], Reading> }
export type WriteRows = { readonly [M in Exclude<Model, Kept>]: Pick<Transaction[M], Writing> }
