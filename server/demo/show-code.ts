import { generate } from 'otplib'
import { z } from 'zod'
import { Denied } from '~/server/authorization/denied'
import { decideCodeStep, stepMs } from './decide-code-step'
import { demoSecret, isDemo } from './demo'

/** The half minute whose code was used last, as far as who asks knows; zero for none. */
export const CodeAsked = z.strictObject({ used: z.string().regex(/^[0-9]{1,12}$/, 'is the number of a half minute') })

export type CodeShown = { code: string; step: string; goodForMs: number } | { code: null; comesInMs: number }
export async function showCode(_db: unknown, { used }: z.infer<typeof CodeAsked>): Promise<CodeShown> {
  if (!isDemo()) throw new Denied('not_found')
  const found = decideCodeStep(Date.now(), Number(used))
  if (found.step === null) return { code: null, comesInMs: found.comesInMs }
  const code = await generate({ secret: demoSecret(), epoch: (found.step * stepMs) / 1000 })
  return { code, step: String(found.step), goodForMs: found.goodForMs }
}
