'use client'
import type { CommandName, No } from '~/components/shell/answer'
import { type Command, type Signing, type StepUp, useCommand } from '~/components/shell/command'
import { requestRefusals } from '~/server/requests/request.refusals'

type Way<I> = { send: (input: I, signing?: Signing) => Promise<void>; isSending: boolean; no: No<string> | null; stepUp: StepUp | null }
type Of = { request: string }
export type Answers = { approve: Way<Of & { terms: string }>; refuse: Way<Of & { reason: string }>; ask: Way<Of & { question: string }>; recuse: Way<Of & { reason: string }>; renew: Way<{ tenant: string; allocation: string }> }

const way = <N extends CommandName, I>({ isSending, no, stepUp }: Command<N>, send: Way<I>['send']): Way<I> => ({ send, isSending, no, stepUp })

/** What can be said of a request, on the platform or in the tenant in which it is read: the same words, by the door of that place. */
export function useAnswers(tenant: string | null, onDone: (what: keyof Answers) => void): Answers {
  const approve = useCommand('requests.approve', requestRefusals, () => onDone('approve'))
  const approveIn = useCommand('requests.approveInTenant', requestRefusals, () => onDone('approve'))
  const refuse = useCommand('requests.refuse', requestRefusals, () => onDone('refuse'))
  const refuseIn = useCommand('requests.refuseInTenant', requestRefusals, () => onDone('refuse'))
  const ask = useCommand('requests.ask', requestRefusals, () => onDone('ask'))
  const askIn = useCommand('requests.askInTenant', requestRefusals, () => onDone('ask'))
  const recuse = useCommand('requests.recuse', requestRefusals, () => onDone('recuse'))
  const recuseIn = useCommand('requests.recuseInTenant', requestRefusals, () => onDone('recuse'))
  const renew = useCommand('requests.renew', requestRefusals, () => onDone('renew'))
  const renewIn = useCommand('requests.renewInTenant', requestRefusals, () => onDone('renew'))
  if (tenant === null) return { approve: way(approve, approve.carryOut), refuse: way(refuse, refuse.carryOut), ask: way(ask, ask.carryOut), recuse: way(recuse, recuse.carryOut), renew: way(renew, renew.carryOut) }
  return {
    approve: way(approveIn, (input, signing) => approveIn.carryOut({ tenant, ...input }, signing)), refuse: way(refuseIn, (input) => refuseIn.carryOut({ tenant, ...input })),
    ask: way(askIn, (input) => askIn.carryOut({ tenant, ...input })), recuse: way(recuseIn, (input) => recuseIn.carryOut({ tenant, ...input })), renew: way(renewIn, renewIn.carryOut),
  }
}
