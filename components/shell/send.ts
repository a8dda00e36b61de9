import { createTRPCUntypedClient, httpLink } from '@trpc/client'
import type { Api } from '~/server/api/router'
import { type CommandName, type InputOf, type Outcome, type QueryName, type QuestionOf, readNo, refusedBy, type RefusalOf, type Sentence, type Told } from './answer'

type Context = { key?: string; stepUp?: string | null; /** Who asked something newer meanwhile lets go of it; what changes anything is never let go of. */ signal?: AbortSignal }
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

/** What is asked may be longer than an address. It changes nothing by being sent like this. */
const addressMost = 3_000
const wide = createTRPCUntypedClient<Api>({ links: [httpLink({ url: '/api/trpc', methodOverride: 'POST' })] })

/** Sends a command once and reads whatever comes back. It never throws. */
export async function send<N extends CommandName>(name: N, input: InputOf<N>, refusals: Record<RefusalOf<N>, Sentence>, context: Context): Promise<Outcome<N>> {
  try {
    const answer = (await door.mutation(name, input, { context, ...(context.signal ? { signal: context.signal } : {}) })) as { ok: true; value: never } | { ok: false; refusal: RefusalOf<N>; about?: { field: string; says: string }[] }
    return answer.ok ? answer : { ok: false, answered: true, no: refusedBy(refusals, answer.refusal, answer.about) }
  } catch (error) {
    return { ok: false, answered: false, no: readNo(error) }
  }
}

/** Asks a query from the browser. It never throws; who asked something newer meanwhile lets go of it by the signal. */
export async function ask<N extends QueryName>(name: N, question: QuestionOf<N>, signal: AbortSignal): Promise<Told<N>> {
  try {
    return { ok: true, value: (await (JSON.stringify(question).length > addressMost ? wide : door).query(name, question, { signal })) as never }
  } catch (error) {
    return { ok: false, no: readNo(error) }
  }
}
