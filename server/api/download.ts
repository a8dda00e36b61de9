/** What is taken out as a file: made while it is read, so that whoever reads slowly is waited for and whoever leaves is forgotten. A link leads to it, so a no is a sentence. */
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPCError } from '@trpc/server'
import { Denied } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { log } from '~/server/logs/log'
import { forward } from './forward'
import { type Asking, createCaller, noOf } from './procedure'
import { api } from './router'

/** In a session, and in this process: each holds a part of an export, and asks the database for the next. */
const most = { ofOne: 2, inAll: 8 }
const longestMs = 600_000
const going = new Map<string, number>()

function enter(who: string): () => void {
  const own = going.get(who) ?? 0
  const all = [...going.values()].reduce((sum, each) => sum + each, 0)
  if (own >= most.ofOne || all >= most.inAll) throw new Denied('too_many_requests')
  going.set(who, own + 1)
  let isGoing = true
  const leave = () => {
    if (!isGoing) return
    isGoing = false
    clearTimeout(late)
    const left = (going.get(who) ?? 1) - 1
    if (left > 0) going.set(who, left)
    else going.delete(who)
  }
  // Whoever vanished without a word does not keep their place for ever.
  const late = setTimeout(leave, longestMs)
  late.unref()
  return leave
}

const makeCaller = createCaller(api)
export type Door = ReturnType<typeof makeCaller>
/** The door for somebody who takes something out, in however many reads: with the first of them they take a place, and what is answered with gives it back. */
export function doorFor(asking: Asking, asOf: string | null = null): { door: Door; leave: () => void } {
  let left: (() => void) | null = null
  const pace = { asker: async () => { left ??= enter(asking.actor?.sessionId ?? '') }, tenant: async () => undefined }
  const door = makeCaller({ ...asking, execute: forward, keep: () => { throw new Error('a file keeps nothing') }, stepUp: null, idempotencyKey: null, pace, ...(asOf === null ? {} : { asOf }) })
  return { door, leave: () => left?.() }
}

/** Each field once, as the address says it: a field that is there twice is the door's to refuse. */
export const saidIn = (params: URLSearchParams): Record<string, string | string[] | null> =>
  Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name).length === 1 ? params.get(name) : params.getAll(name)]))

export const fileOf = (text: ReadableStream<Uint8Array>, type: string, name: string): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${name}"` } })

export function refusedAs(thrown: unknown, reference: string): Response {
  const no = noOf(thrown)
  const status = thrown instanceof TRPCError ? getHTTPStatusCodeFromError(thrown) : 500
  const says = no ? `${denials[no.denial].says} ${denials[no.denial].fix}` : `Something went wrong. Reference: ${reference}`
  return new Response(`${says}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** One bit at a time, when it is asked for. What goes wrong in the middle ends the answer without its end, so that nobody takes it for whole. */
export function streamOf(text: AsyncGenerator<string>, leave: () => void, reference: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  return new ReadableStream({
    async pull(to) {
      try {
        const { value, done } = await text.next()
        if (!done) return to.enqueue(bytes.encode(value))
        leave()
        to.close()
      } catch (thrown) {
        leave()
        log.error('an export ended early', { reference, fault: String(thrown) })
        to.error(thrown)
      }
    },
    async cancel() {
      leave()
      await text.return(undefined)
    },
  }, { highWaterMark: 1 })
}
