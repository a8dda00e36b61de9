import type { Json } from '~/server/shared/canonical'

/**
 * What one check of admission found. A check is pure and total: whatever it is given, it answers, and the same answer every time. `saw` is what it looked at, for the
 * trace: small, in JSON, amounts as decimal strings, and nothing of another tenant's. `says` is the whole sentence for the person, with its figures.
 */
export type Found<R extends string = string> =
  | { readonly outcome: 'passes'; readonly saw: Json; readonly warnings?: readonly string[] }
  | { readonly outcome: 'holds' | 'refuses'; readonly reason: R; readonly says: string; readonly saw: Json; readonly warnings?: readonly string[]; /** Of a refusal: what stands in its way ends without whoever asks, so that time alone can lift it. */ readonly lifts?: 'room' }
