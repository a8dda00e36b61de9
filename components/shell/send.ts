import { createTRPCUntypedClient, httpLink } from '@trpc/client'
import type { Api } from '~/server/api/router'
import { type CommandName, type InputOf, type Outcome, type QueryName, type QuestionOf, readNo, refusedBy, type RefusalOf, type Sentence, type Told } from './answer'

type Context = { key?: string; stepUp?: string | null }
// Not batched: a second factor is for one deed, and limits count calls.
const door = createTRPCUntypedClient<Api>({
  links: [httpLink({
    url: '/api/trpc',
    headers: ({ op }) => {
      const { key, stepUp } = op.context as Context
      return { ...(key ? { 'idempotency-key': key } : {}), ...(stepUp ? { 'x-step-up': stepUp } : {}) }
    },
  })],
})

/** Sends a command once and reads whatever comes back. It never throws. */
export async function send<N extends CommandName>(name: N, input: InputOf<N>, refusals: Record<RefusalOf<N>, Sentence>, context: Context): Promise<Outcome<N>> {
  try {
    const answer = (await door.mutation(name, input, { context })) as { ok: true; value: never } | { ok: false; refusal: RefusalOf<N>; about?: { field: string; says: string }[] }
    return answer.ok ? answer : { ok: false, no: refusedBy(refusals, answer.refusal, answer.about) }
  } catch (error) {
    return { ok: false, no: readNo(error) }
  }
}

/** Asks a query from the browser. It never throws; who asked something newer meanwhile lets go of it by the signal. */
export async function ask<N extends QueryName>(name: N, question: QuestionOf<N>, signal: AbortSignal): Promise<Told<N>> {
  try {
    return { ok: true, value: (await door.query(name, question, { signal })) as never }
  } catch (error) {
    return { ok: false, no: readNo(error) }
  }
}
