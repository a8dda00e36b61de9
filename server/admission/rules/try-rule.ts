import { Worker } from 'node:worker_threads'
import { lettersMost } from './decide-cost'
import type { RuleFacts } from './decide-rules'
import { bindingsOf } from './evaluate-rule'

/**
 * While a rule is being written it may be anything, so it is tried where it can be stopped: in a thread of its own, for a tenth of a second from when the thread is ready, with
 * little memory, and a few at a time.
 */
export type TryRefusal = 'too_long' | 'too_much' | 'not_evaluated' | 'out_of_time' | 'out_of_memory' | 'busy'
export type Tried = { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly refusal: TryRefusal; readonly says: string | null }

const budgetMs = 100
const atOnceMost = 4
const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** Not spelt where the bundler of pages looks for workers to bundle: it is opened as it is, beside this file or beside the process that this was compiled into. */
const worker = ['.', 'try-rule.worker.mjs'].join('/')
let trying = 0

export const tryRule = async (expression: string, facts: RuleFacts, forMs = budgetMs): Promise<Tried> => (await tryOnEach(expression, [facts], () => false, forMs))[0] ?? none('out_of_time')

/** The same on each of these, one after another, as far as there is time: fewer come back where `isUp` said so. What ends on time shares a thread, which takes longer to begin than most rules take to run. */
export async function tryOnEach(expression: string, each: readonly RuleFacts[], isUp: () => boolean, forMs = budgetMs): Promise<readonly Tried[]> {
  if (Buffer.byteLength(expression) > lettersMost) return each.map(() => none('too_long'))
  if (trying >= atOnceMost) return each.map(() => none('busy'))
  trying++
  const tried: Tried[] = []
  let thread: Thread | null = null
  try {
    for (const facts of each) {
      if (isUp()) break
      const bindings = bindingsOf(facts)
      if (!bindings) {
        tried.push(none('too_much'))
        continue
      }
      const { now: _now, ...rest } = bindings
      thread ??= await begin()
      const one = await thread.ask({ expression, bindings: rest, now: Date.parse(facts.now) }, forMs)
      tried.push(one)
      if (one.ok || one.refusal === 'not_evaluated') continue
      await thread.end()
      thread = null
    }
    return tried
  } finally {
    trying--
    await thread?.end()
  }
}
const none = (refusal: TryRefusal, says: string | null = null): Tried => ({ ok: false, refusal, says })

type Thread = { readonly ask: (question: object, forMs: number) => Promise<Tried>; readonly end: () => Promise<unknown> }
type Said = 'ready' | { value: boolean } | { because: string }
/** Heard for as long as it lives: a fault of a thread that nobody hears is one of the whole process. */
async function begin(): Promise<Thread> {
  const thread = new Worker(new URL(worker, import.meta.url), { execArgv: [], resourceLimits: limits, env: {} })
  let hearing: { readonly resolve: (said: Said | TryRefusal) => void; readonly reject: (fault: Error) => void } | null = null
  thread.on('message', (said: Said) => hearing?.resolve(said))
  thread.on('error', (fault) => ('code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? hearing?.resolve('out_of_memory') : hearing?.reject(fault)))
  thread.on('exit', () => hearing?.reject(new Error('the thread that tries rules ended without a word')))
  const hear = () => new Promise<Said | TryRefusal>((resolve, reject) => { hearing = { resolve, reject } })
  await hear()
  return {
    ask: async (question, forMs) => {
      const heard = hear()
      const timer = setTimeout(() => hearing?.resolve('out_of_time'), forMs)
      thread.postMessage(question)
      const said = await heard.finally(() => clearTimeout(timer))
      if (typeof said !== 'string') return 'value' in said ? { ok: true, value: said.value } : none('not_evaluated', said.because)
      return none(said === 'ready' ? 'not_evaluated' : said)
    },
    end: () => thread.terminate(),
  }
}
