/** Answers with an export, made while it is read: whoever reads slowly is waited for, and whoever leaves is forgotten. A link leads here, so a no is a sentence. */
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPCError } from '@trpc/server'
import { Denied } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { log } from '~/server/logs/log'
import { whoIsAsking } from './asking'
import { forward } from './forward'
import { knock } from './knock'
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

const kinds = { csv: ['text/csv', 'csv'], jsonl: ['application/jsonl', 'jsonl'], bundle: ['application/jsonl', 'bundle.jsonl'] } as const
/** What the address says, as the door takes it: a field that is there twice, or that there is none of, is the door's to refuse. */
function askedBy(params: URLSearchParams): { tenant: string | null; input: Record<string, unknown> } {
  const fields = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name).length === 1 ? params.get(name) : params.getAll(name)]))
  const { tenant = null, actors = null, ...rest } = fields
  return { tenant: typeof tenant === 'string' ? tenant : null, input: { ...rest, actors: typeof actors === 'string' ? actors.split('.').filter((id) => id !== '') : actors, asOf: new Date().toISOString() } }
}

export async function answerExport(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { tenant, input } = askedBy(new URL(request.url).searchParams)
  let leave = () => {}
  try {
    const door = doorOf(asking, () => { leave = enter(asking.actor?.sessionId ?? '') })
    // The door looks at what it is given as if it had come over the wire.
    const asked = input as Parameters<typeof door.audit.exportOnPlatform>[0]
    const { text } = tenant === null ? await door.audit.exportOnPlatform(asked) : await door.audit.export({ tenant, ...asked })
    const [type, ending] = kinds[asked.form]
    const name = `record-${tenant ?? 'platform'}-${asked.asOf.slice(0, 16).replace(':', '')}Z.${ending}`
    return new Response(streamOf(text(), leave, asking.source.reference), { headers: { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${name}"` } })
  } catch (thrown) {
    leave()
    const no = noOf(thrown)
    const status = thrown instanceof TRPCError ? getHTTPStatusCodeFromError(thrown) : 500
    const says = no ? `${denials[no.denial].says} ${denials[no.denial].fix}` : `Something went wrong. Reference: ${asking.source.reference}`
    return new Response(`${says}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
}
const doorOf = (asking: Asking, begin: () => void) =>
  createCaller(api)({ ...asking, execute: forward, keep: () => { throw new Error('an export keeps nothing') }, stepUp: null, idempotencyKey: null, pace: { asker: async () => begin(), tenant: async () => undefined } })

/** One bit at a time, when it is asked for. What goes wrong in the middle ends the answer without its end, so that nobody takes it for whole. */
function streamOf(text: AsyncGenerator<string>, leave: () => void, reference: string): ReadableStream<Uint8Array> {
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
