import { z } from 'zod'
import { type Order, pageOf, Paged } from '~/server/api/page'
import type { SelfWriter } from '~/server/database/deed'
import type { OwnRecord } from '~/server/database/own-records'
import type { Json } from '~/server/shared/canonical'
import { type Section, sectionMost, sections } from './own-sections'

export const TakeOwn = z.strictObject({ after: Paged.after })

const oldestFirst: Order = { by: [['at', 'instant'], ['id', 'uuid']], way: 'asc' }
const recordsAtOnce = 500

type Rows = { [field: string]: Json }[]
/** A moment as everywhere else; what nobody has said is null. */
const plain = (row: object): { [field: string]: Json } => JSON.parse(JSON.stringify(row)) as { [field: string]: Json }

/** The newest of each section come first, so that where there are more than fit it is the oldest that are missing; which sections those are is said. */
async function accountOf(tx: SelfWriter<'personal.takeOwn'>): Promise<{ sections: Record<Section, Rows>; cut: Section[] }> {
  const cut: Section[] = []
  const read: Partial<Record<Section, Rows>> = {}
  for (const name of Object.keys(sections) as Section[]) {
    const found: object[] = await sections[name].find(tx.rows, tx.personId, sectionMost + 1)
    if (found.length > sectionMost) cut.push(name)
    read[name] = found.slice(0, sectionMost).map(plain)
  }
  return { sections: read as Record<Section, Rows>, cut }
}

/** All that is kept of whoever asks: with the first page their account, and then page by page what they did. The values are in no row; they leave with the answer, which is not kept. */
export async function takeOwn(tx: SelfWriter<'personal.takeOwn'>, { after }: z.infer<typeof TakeOwn>) {
  const account = after === null ? await accountOf(tx) : null
  const { rows, next } = await pageOf<OwnRecord>(oldestFirst, { after, before: null, limit: recordsAtOnce }, (_part, { keys, take }) => tx.ownRecords(keys as [string, string] | null, take))
  return tx.record({ before: null, after: { records: rows.length } }, { account, records: rows.map(({ id, ...row }) => ({ record: `audit-${id}`, ...row })), next })
}
