import type { Stream } from '~/components/audit/record-table'
import type { Asked } from '~/server/api/page'

export type InRecord = { searchParams: Promise<{ stream?: string; after?: string; before?: string }> }

/** Which part of the record an address names. What is not a stream is the first one; whether a place is one is for the door to say. */
export async function pageAsked({ searchParams }: InRecord): Promise<{ stream: Stream } & Asked> {
  const { stream, after = null, before = null } = await searchParams
  return { stream: stream === 'access' ? 'access' : 'deed', after, before }
}
