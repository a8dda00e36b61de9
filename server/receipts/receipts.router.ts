import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { readEnrolments } from './list-enrolments'
import { VerifyReceipt, verifyReceipt } from './verify-receipt'

export const receipts = router({
  enrolments: query('receipts.enrolments', Nothing, readEnrolments),
  verify: command('receipts.verify', VerifyReceipt, verifyReceipt),
})
