import { z } from 'zod'
import { checkReceipt, type Receipt, receiptFormat } from './receipt'

const shown = { passkey: ['kind', 'credential', 'publicKey', 'clientDataJSON', 'authenticatorData', 'signature'], code: ['kind', 'factor', 'step'] } as const
const Approval = z.object({ context: z.object({ factor: z.looseObject({ kind: z.enum(['passkey', 'code']), about: z.json(), item: z.looseObject({ statement: z.json() }).optional() }) }) })

/**
 * The receipt of an approval out of what the log says of it; null for the record of something else. What was shown keeps `about`, which is what was signed; where that was
 * for many at once, it keeps as `item` which of them this one is: `{ statement, index, path }`.
 */
export function receiptOf({ record, proof, checkpoint }: { record: string; proof: Receipt['proof'] | null; checkpoint: string | null }): Receipt | null {
  const read = Approval.safeParse(jsonIn(record))
  if (!read.success) return null
  const { factor } = read.data.context
  const { about, item } = factor
  const made = checkReceipt({
    format: receiptFormat, statement: item ? item.statement : about, assertion: Object.fromEntries(shown[factor.kind].map((name) => [name, factor[name]])),
    ...(item ? { batch: { ...item, statement: about } } : {}), record, ...(proof && checkpoint !== null ? { proof, checkpoint } : {}),
  })
  return 'receipt' in made ? made.receipt : null
}
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
