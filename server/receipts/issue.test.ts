import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Approver, makeApprover, makeLog, receiptFor, receiptsFor, recordFor, statementOf } from '~/server/testing/receipts'
import { receiptOf } from './issue'

const log = makeLog()
let approver: Approver
beforeAll(async () => { approver = await makeApprover() })

test('out of the record of an approval comes its receipt, alone or of a batch, by passkey or by code', async () => {
  for (const receipt of [await receiptFor(approver, log), ...(await receiptsFor(approver, log, 3))]) expect(receiptOf({ record: receipt.record ?? '', proof: receipt.proof, checkpoint: receipt.checkpoint ?? null })).toEqual(receipt)
  const [statement, assertion] = [statementOf(approver), { kind: 'code' as const, factor: randomUUID(), step: '57712345' }]
  const record = recordFor({ statement, assertion })
  expect(receiptOf({ record, proof: null, checkpoint: null })).toEqual({ format: 'bailiwick-receipt-1', statement, assertion, record })
})
test.each([['no JSON', '{'], ['nothing', 'null'], ['a deed without a factor', '{"context":{"before":null,"after":null}}'], ['a factor that was shown for something else', '{"context":{"factor":{"kind":"passkey","about":{"action":"quotas.change"}}}}']])('out of %s comes none', (_says, record) => {
  expect(receiptOf({ record, proof: null, checkpoint: null })).toBeNull()
})
