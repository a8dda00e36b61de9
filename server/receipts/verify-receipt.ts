import { z } from 'zod'
import { logKeysNow } from '~/server/audit/handovers'
import type { SelfWriter } from '~/server/database/deed'
import { decideReceipt, type Finding, type Verdict } from './decide-receipt'
import { enrolmentsBy } from './enrolments'
import { examine } from './examine'
import { readReceipt } from './receipt'
import { receiptRefusals } from './receipt.refusals'
import { linesOf, verdicts } from './words'

export const VerifyReceipt = z.strictObject({ document: z.string().min(1).max(60_000).refine((text) => !/\p{Cs}/u.test(text), 'is made of whole characters') })
export type Verified = { verdict: Verdict; title: string; says: string; fix: string | null; lines: [name: string, value: string][]; findings: Finding[]; noted: string[] }

/** Nothing is changed by it. It is a command because a receipt is longer than an address may be, and because that somebody checked one is worth a line. */
export async function verifyReceipt(tx: SelfWriter<'receipts.verify'>, { document }: z.infer<typeof VerifyReceipt>) {
  const read = readReceipt(document)
  if ('problem' in read) return tx.refuse('not_a_receipt', [{ field: 'document', says: read.problem }])
  const list = await tx.rows.enrolmentList.findUnique({ where: { id: 1 } })
  const logKeys = await logKeysNow(tx.rows)
  const known = { enrolments: list && enrolmentsBy(list.note, logKeys), logKeys }
  const { verdict, reason, findings, noted } = decideReceipt(await examine(read.receipt, known))
  const { says, fix } = reason ? receiptRefusals[reason] : { says: verdicts[verdict].says, fix: null }
  return tx.record({ before: null, after: null }, { verdict, title: verdicts[verdict].title, says, fix, lines: linesOf(read.receipt), findings: [...findings], noted: [...noted] } satisfies Verified)
}
