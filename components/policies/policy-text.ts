import type { Json } from '~/server/shared/canonical'

export const textOf = (body: Json): string => JSON.stringify(body, null, 2)
export type ReadText = { ok: true; body: Json } | { ok: false; says: string }
export function readText(text: string): ReadText {
  try {
    return { ok: true, body: JSON.parse(text) as Json }
  } catch {
    return { ok: false, says: 'It is not JSON.' }
  }
}
