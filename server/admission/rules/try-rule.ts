import { Worker } from 'node:worker_threads'
import { lettersMost } from './compile-rule'
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
/** Not spelt where the bundler of pages looks for workers to bundle: only the engine tries rules. */
const worker = ['.', 'try-rule.worker.mjs'].join('/')
let trying = 0

export async function tryRule(expression: string, facts: RuleFacts, forMs = budgetMs): Promise<Tried> {
  if (Buffer.byteLength(expression) > lettersMost) return { ok: false, refusal: 'too_long', says: null }
  const bindings = bindingsOf(facts)
  if (!bindings) return { ok: false, refusal: 'too_much', says: null }
  if (trying >= atOnceMost) return { ok: false, refusal: 'busy', says: null }
  trying++
  try {
    const { now: _now, ...rest } = bindings
    return await inThread({ expression, bindings: rest, now: Date.parse(facts.now) }, forMs)
  } finally {
    trying--
  }
}

/** Whatever it says, the thread is gone when this is answered. */
async function inThread(question: object, forMs: number): Promise<Tried> {
  const thread = new Worker(new URL(worker, import.meta.url), { execArgv: [], resourceLimits: limits, env: {} })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Tried>((resolve, reject) => {
      thread.on('message', (said: 'ready' | { value: boolean } | { because: string }) => {
        if (said === 'ready') {
          timer = setTimeout(() => resolve({ ok: false, refusal: 'out_of_time', says: null }), forMs)
          thread.postMessage(question)
        } else resolve('value' in said ? { ok: true, value: said.value } : { ok: false, refusal: 'not_evaluated', says: said.because })
      })
      thread.on('error', (fault) => ('code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ ok: false, refusal: 'out_of_memory', says: null }) : reject(fault)))
      thread.on('exit', () => reject(new Error('the thread that tries rules ended without a word')))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
