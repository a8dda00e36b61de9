/** Lets somebody try to come in. Each command is taken once, like any other; who they are is decided behind the gate. */
import type { Carried, Threshold } from '~/server/api/procedure'
import { Denied } from '~/server/authorization/denied'
import { Gate } from '~/server/database/gate'
import { claimOnce } from '~/server/database/threshold'
import type { Source } from '~/server/identity/actor'
import { parseInput } from './execute'

type Crossing = { input: unknown; source: Source; session: string | null; entering: string | null; nonce: string }

export async function cross(threshold: Threshold, { input: sent, source, session, entering, nonce }: Crossing): Promise<Carried> {
  const input = parseInput(threshold, sent)
  if (!(await claimOnce(nonce, threshold.action))) throw new Denied('replayed')
  const gate = new Gate(threshold.action, source, { session, entering })
  const outcome = await threshold.make(gate, input as never)
  return { answer: 'refusal' in outcome ? { ok: false, refusal: outcome.refusal } : { ok: true, value: outcome.value }, kept: gate.kept }
}
