/** Carries a command out, in the order of house-style §4: who, may they see it, may they do it, second factor, decide, write and record. */
import { type Carried, type Command, type DecidedCommand, fieldsOf, type Threshold, targetOf } from '~/server/api/procedure'
import { commandOf } from '~/server/api/router'
import { hidesInput, needsStepUp, type StepUpAction, type WriteAction } from '~/server/authorization/actions'
import { Denied } from '~/server/authorization/denied'
import { authorize, authorizeWithStepUp, reachOf } from '~/server/authorization/permit'
import { type Answer, inDeed } from '~/server/database/deed'
import type { Actor } from '~/server/identity/actor'
import { admit } from '~/server/admission/admit'
import { spendStepUp } from '~/server/identity/step-up'
import { keyedHash } from '~/server/keys/seal'
import { secretKey } from '~/server/keys/secret'
import { followAnswer, followAsking } from './carry-out-requests'
import { rates } from '~/server/rates/rates'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'

export type Sent = { input: unknown; stepUp: string | null; idempotencyKey: string; nonce: string }

export function parseInput(command: Command | DecidedCommand | Threshold, input: unknown): Json {
  const parsed = command.input.safeParse(input)
  if (parsed.success) return parsed.data as Json
  throw new Denied('bad_input', fieldsOf(parsed.error.issues))
}

/** The digest of a deed somebody means to do, if it is one, and one of theirs. */
function intend(actor: Actor, action: StepUpAction, input: unknown): string {
  const command = commandOf(action)
  if (!command) throw new Denied('bad_input')
  const parsed = parseInput(command, input)
  reachOf(actor, action, targetOf(parsed))
  return digestFor(action, parsed)
}

/** What a step-up and an answer that is kept remember of an input. Where the input is itself a secret, whoever reads the tables must not be able to try guesses against it. */
export const digestFor = (action: WriteAction, input: Json): string =>
  hidesInput(action) ? keyedHash(secretKey('MASTER_KEY_FILE'), `input of ${action}`, canonicalBytes(input).toString()).toString('base64url') : digestOf(input)

export async function execute(command: Command | DecidedCommand, actor: Actor, sent: Sent): Promise<Carried> {
  if ('decider' in command) return { answer: await decideTogether(command, actor, sent), kept: {} }
  const { action } = command
  const input = parseInput(command, sent.input)
  const target = targetOf(input)
  reachOf(actor, action, target)
  const inputDigest = digestFor(action, input)
  const carried = await inDeed(actor, intend, async (deed) => {
    const earlier = await deed.claim({ nonce: sent.nonce, idempotencyKey: sent.idempotencyKey, action, inputDigest })
    if (earlier) return { answer: earlier.answer as Answer<Json, string>, kept: {} }
    const permit = needsStepUp(action)
      ? authorizeWithStepUp(await spendStepUp(deed, action, target, inputDigest, sent.stepUp))
      : authorize(actor, action, target)
    return { answer: await deed.carryOut(permit, input as never, command.make), kept: deed.kept }
  })
  return action.startsWith('requests.') ? { ...carried, answer: await followAnswer(carried.answer as Answer<Json, string>) } : carried
}

async function decideTogether({ action, decider, input: schema }: DecidedCommand, actor: Actor, { input: sent, idempotencyKey: key }: Sent): Promise<Answer<Json, string>> {
  const input = parseInput({ action, decider, input: schema }, sent)
  const permit = authorize(actor, action, targetOf(input))
  await rates('engine').tenant.take(permit.tenant ?? '')
  if ('supposes' in decider) return { ok: true, value: await decider.supposes(permit, input as never) }
  const answer = await admit({ action, decider, permit, input, key, inputDigest: digestOf(input) })
  if (action === 'allocations.create') await followAsking(permit.tenant ?? '', answer)
  return answer
}
