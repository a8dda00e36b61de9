import { OfferLess, offerLess, offerLessInTenant } from '~/server/allocations/offer'
import { RenewTerms, renewTerms, renewTermsInTenant, ShowSheet, showSheet, showSheetInTenant } from '~/server/allocations/sheet'
import { Nothing } from '~/server/api/inputs'
import { command, decided, query, router } from '~/server/api/procedure'
import {
  AnswerRequest, answerRequest, ApproveRequest, ApproveRequestInTenant, approveRequest, approveRequestInTenant, AskAboutRequest, AskAboutRequestInTenant, askAboutRequest, askAboutRequestInTenant,
  RecuseFromRequest, RecuseFromRequestInTenant, recuseFromRequest, recuseFromRequestInTenant, RefuseRequest, RefuseRequestInTenant, refuseRequest, refuseRequestInTenant, WithdrawRequest, withdrawRequest,
} from './answer-request'
import { ApproveTogether, ApproveTogetherInTenant, approveTogether, approveTogetherInTenant } from './answer-together'
import { CountByRuleInTenant, CountWaitingInTenant, countByRuleInTenant, countWaiting, countWaitingInTenant, ListRequests, listRequests, ListRequestsInTenant, listRequestsInTenant, ReadRequest, readRequest, ReadRequestInTenant, readRequestInTenant } from './list-requests'
import { ReadOwnRequest, readOwnRequest } from './read-own'
import { ReadReceipt, ReadReceiptInTenant, readReceipt, readReceiptInTenant } from './read-receipt'
import { ReadTogether, ReadTogetherInTenant, readTogether, readTogetherInTenant } from './read-together'

export const requests = router({
  answer: command('requests.answer', AnswerRequest, answerRequest),
  approve: command('requests.approve', ApproveRequest, approveRequest),
  approveInTenant: command('requests.approveInTenant', ApproveRequestInTenant, approveRequestInTenant),
  approveTogether: command('requests.approveTogether', ApproveTogether, approveTogether),
  approveTogetherInTenant: command('requests.approveTogetherInTenant', ApproveTogetherInTenant, approveTogetherInTenant),
  ask: command('requests.ask', AskAboutRequest, askAboutRequest),
  askInTenant: command('requests.askInTenant', AskAboutRequestInTenant, askAboutRequestInTenant),
  countByRuleInTenant: query('requests.countByRuleInTenant', CountByRuleInTenant, countByRuleInTenant),
  countWaiting: query('requests.countWaiting', Nothing, countWaiting),
  countWaitingInTenant: query('requests.countWaitingInTenant', CountWaitingInTenant, countWaitingInTenant),
  list: query('requests.list', ListRequests, listRequests),
  listInTenant: query('requests.listInTenant', ListRequestsInTenant, listRequestsInTenant),
  ofAllocation: query('requests.ofAllocation', ReadOwnRequest, readOwnRequest),
  offer: decided('requests.offer', OfferLess, offerLess),
  offerInTenant: decided('requests.offerInTenant', OfferLess, offerLessInTenant),
  read: query('requests.read', ReadRequest, readRequest),
  readInTenant: query('requests.readInTenant', ReadRequestInTenant, readRequestInTenant),
  readTogether: query('requests.readTogether', ReadTogether, readTogether),
  readTogetherInTenant: query('requests.readTogetherInTenant', ReadTogetherInTenant, readTogetherInTenant),
  receipt: query('requests.receipt', ReadReceipt, readReceipt),
  receiptInTenant: query('requests.receiptInTenant', ReadReceiptInTenant, readReceiptInTenant),
  recuse: command('requests.recuse', RecuseFromRequest, recuseFromRequest),
  recuseInTenant: command('requests.recuseInTenant', RecuseFromRequestInTenant, recuseFromRequestInTenant),
  refuse: command('requests.refuse', RefuseRequest, refuseRequest),
  refuseInTenant: command('requests.refuseInTenant', RefuseRequestInTenant, refuseRequestInTenant),
  renew: decided('requests.renew', RenewTerms, renewTerms),
  renewInTenant: decided('requests.renewInTenant', RenewTerms, renewTermsInTenant),
  sheet: decided('requests.sheet', ShowSheet, showSheet),
  sheetInTenant: decided('requests.sheetInTenant', ShowSheet, showSheetInTenant),
  withdraw: command('requests.withdraw', WithdrawRequest, withdrawRequest),
})
