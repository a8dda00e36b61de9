import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AnyInput, Code } from '~/server/api/inputs'
import { type Action, eachOf, isAction, needsSettledFactor, needsStepUp, signsTerms, type StepUpAction } from '~/server/authorization/actions'
import type { SelfWriter } from '~/server/database/deed'
import { Denied } from '~/server/authorization/denied'
import { isDemoPerson } from '~/server/demo/demo'
import { type Agreed, agreementOf, togetherOf } from '~/server/receipts/statement'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'
import { decideSettled } from './decide-settled'
import { challengeRefusals } from './identity.refusals'
import { Assertion, challengeMs, site } from './passkey'
import { proveCode, provePasskey } from './prove'
import { stepUpMs } from './step-up'
import { hashToken, makeToken } from './token'

const StepUpActionName = z.string().max(64).refine((name): name is Action => isAction(name) && needsStepUp(name), 'is not an action that needs a second factor')

export const ChallengeAsked = z.strictObject({ action: StepUpActionName, input: AnyInput })
export const BeginStepUp = z.strictObject({ action: StepUpActionName, input: AnyInput, proof: z.union([z.strictObject({ code: Code }), z.strictObject({ assertion: Assertion })]) })

/** What a passkey is to sign for this deed: the digest of who does what to what, so that the signature is good for nothing else, now or before a judge. */
export async function challengeForDeed(tx: SelfWriter<'identity.challenge'>, wish: z.infer<typeof ChallengeAsked>) {
  const inputDigest = tx.intend(wish.action as StepUpAction, wish.input)
  const expiresAt = new Date(tx.now.getTime() + challengeMs)
  const ceremony = { action: wish.action, inputDigest, session: tx.sessionId, nonce: randomBytes(16).toString('base64url'), expiresAt: expiresAt.toISOString() }
  const statement = await statementOf(tx, wish, ceremony)
  if ('changed' in statement) return tx.refuse('terms_changed', statement.changed.map((field) => ({ field, says: challengeRefusals.terms_changed.says })))
  const about = { ...statement, ...ceremony } satisfies Json
  const value = createHash('sha256').update(canonicalBytes(about)).digest()
  await tx.putChallenge({ purpose: 'step_up', value, person: tx.personId, session: tx.sessionId, about, expiresAt })
  const passkeys = await tx.rows.factor.findMany({ where: { personId: tx.personId, kind: 'passkey', removedAt: null }, select: { credentialId: true, transports: true }, orderBy: { lastUsedAt: 'desc' } })
  const options = await generateAuthenticationOptions({
    rpID: site().rpId, challenge: new Uint8Array(value), timeout: challengeMs, userVerification: 'required',
    allowCredentials: passkeys.flatMap(({ credentialId, transports }) => (credentialId ? [{ id: Buffer.from(credentialId).toString('base64url'), transports }] : [])),
  })
  return tx.record({ before: null, after: null }, { options: options as unknown as Json })
}

type Changed = { changed: string[] }
type Signing = SelfWriter<'identity.challenge'>
/** Whoever approves signs the decision, the request and its terms, whole: what they see digested, the one who checks it reads. Of many at once they sign the root of the tree of just these. */
async function statementOf(tx: Signing, { action, input }: z.infer<typeof ChallengeAsked>, ceremony: { session: string; nonce: string; expiresAt: string }) {
  if (!signsTerms(action)) return { person: tx.personId }
  const each = eachOf(action)
  if (each === null) {
    const agreed = await agreedTo(tx, input as { request: string; terms: string })
    return agreed === null ? { changed: [] } : agreementOf(agreed, tx.personId)
  }
  const { items, ...place } = input as { items: { request: string; terms: string }[] }
  const found = []
  for (const item of items) found.push({ item, agreed: await agreedTo(tx, item) })
  const changed: Changed = { changed: found.flatMap(({ item, agreed }) => (agreed === null ? [item.request] : [])) }
  if (changed.changed.length > 0) return changed
  return togetherOf(found.flatMap(({ item, agreed }) => (agreed === null ? [] : [{ ...agreed, action: each, inputDigest: tx.intend(each, { ...place, ...item }) }])), tx.personId, ceremony).about
}
/** What somebody says that they were shown, if it is what is asked now. */
async function agreedTo(tx: Signing, { request, terms }: { request: string; terms: string }): Promise<Agreed | null> {
  const found = await tx.termsOf(request)
  return found === null || digestOf(found) !== terms ? null : { request, terms: found, termsDigest: terms }
}

/** Trades a factor for a token that is good for this deed, once, for two minutes. A wrong try is counted and stays so, whatever follows. */
export async function beginStepUp(tx: SelfWriter<'identity.beginStepUp'>, { action, input, proof }: z.infer<typeof BeginStepUp>) {
  const inputDigest = tx.intend(action as StepUpAction, input)
  const shown = 'code' in proof ? await proveCode(tx, tx.personId, proof.code) : await provePasskey(tx, tx.personId, proof.assertion, { purpose: 'step_up', person: tx.personId, session: tx.sessionId })
  if (!shown.ok) return tx.refuseAndKeep(shown.refusal, shown.reason)
  // The signature is over what this session was asked to sign: that it is this deed is asked here.
  const { about } = shown.evidence as { about?: { action?: Json; inputDigest?: Json } }
  if (shown.method === 'passkey' && (about?.action !== action || about.inputDigest !== inputDigest)) return tx.refuseAndKeep('passkey_not_accepted', 'another_deed')
  const { createdAt } = await tx.rows.factor.findUniqueOrThrow({ where: { id: shown.factor }, select: { createdAt: true } })
  if (needsSettledFactor(action) && decideSettled(createdAt, isDemoPerson(tx.actor.email), tx.now) === 'too_new') throw new Denied('factor_too_new')

  const token = makeToken()
  const expiresAt = new Date(tx.now.getTime() + stepUpMs)
  await tx.rows.stepUp.create({
    data: { tokenHash: new Uint8Array(hashToken(token)), sessionId: tx.sessionId, factorId: shown.factor, action, inputDigest, evidence: shown.evidence, expiresAt },
    select: { id: true },
  })
  return tx.record({ before: null, after: null }, { token, expiresAt: expiresAt.toISOString() })
}
