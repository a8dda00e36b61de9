import type { Stream } from '~/components/audit/record-table'

export type InRecord = { searchParams: Promise<{ stream?: string; before?: string }> }

/** Which part of the record an address names. What is not a stream is the first one; whether a place is one is for the door to say. */
export async function pageAsked({ searchParams }: InRecord): Promise<{ stream: Stream; before: string | null }> {
  const { stream, before = null } = await searchParams
  return { stream: stream === 'access' ? 'access' : 'deed', before }
}
