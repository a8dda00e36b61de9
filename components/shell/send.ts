import { createTRPCUntypedClient, httpLink } from '@trpc/client'
import type { Api } from '~/server/api/router'
import { type CommandName, type InputOf, type Outcome, readNo, refusedBy, type RefusalOf, type Sentence } from './answer'

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
    const answer = (await door.mutation(name, input, { context })) as { ok: true; value: never } | { ok: false; refusal: RefusalOf<N> }
    return answer.ok ? answer : { ok: false, no: refusedBy(refusals, answer.refusal) }
  } catch (error) {
    return { ok: false, no: readNo(error) }
  }
}
