import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AnswerStep, answerStep, SignStep, signStep, UndoStep, undoStep } from './change-step'
import { CloseCase, closeCase } from './close-case'
import { ListCases, listCases, listRules, ReadCase, readCase } from './list-cases'
import { ListCasesInTenant, listCasesInTenant, ReadCaseInTenant, readCaseInTenant } from './list-cases-in-tenant'
import { AskTenant, askTenant, NotifyTenant, notifyTenant, PreemptBurst, preemptBurst, ReclaimIdle, ReduceBurst, reclaimIdle, reduceBurst, ShrinkSpare, SuspendRequests, shrinkSpare, suspendRequests } from './take-step'

export const cases = router({
  answer: command('cases.answer', AnswerStep, answerStep),
  ask: command('cases.ask', AskTenant, askTenant),
  burst: command('cases.burst', ReduceBurst, reduceBurst),
  close: command('cases.close', CloseCase, closeCase),
  list: query('cases.list', ListCases, listCases),
  listInTenant: query('cases.listInTenant', ListCasesInTenant, listCasesInTenant),
  notify: command('cases.notify', NotifyTenant, notifyTenant),
  preempt: command('cases.preempt', PreemptBurst, preemptBurst),
  read: query('cases.read', ReadCase, readCase),
  readInTenant: query('cases.readInTenant', ReadCaseInTenant, readCaseInTenant),
  reclaim: command('cases.reclaim', ReclaimIdle, reclaimIdle),
  rules: query('cases.rules', Nothing, listRules),
  shrink: command('cases.shrink', ShrinkSpare, shrinkSpare),
  sign: command('cases.sign', SignStep, signStep),
  suspend: command('cases.suspend', SuspendRequests, suspendRequests),
  undo: command('cases.undo', UndoStep, undoStep),
})
