import { z } from 'zod'
import { Code } from '~/server/api/inputs'
import type { ThresholdAction } from '~/server/authorization/actions'
import type { Entering, Gate } from '~/server/database/gate'
import type { Proving } from '~/server/database/proving'
import type { Method } from '~/server/identity/actor'
import { addCodeOf, addPasskeyOf, beginCodeOf, beginPasskeyOf, Label, makeRecoveryCodesOf, type NewFactor } from '~/server/identity/new-factor'
import { Attestation } from '~/server/identity/passkey'

export const EnrolPasskey = z.strictObject({ label: Label, attestation: Attestation })
export const EnrolCode = z.strictObject({ label: Label, code: Code })

/** Only who has none, or has lost what they had and showed a recovery code: whoever has one shows it, and adds another when they are in. */
async function mayEnrol(gate: Gate<ThresholdAction>): Promise<{ who: Entering } | { refusal: 'not_entering' | 'has_factor' }> {
  const who = await gate.entering()
  if (!who) return { refusal: 'not_entering' }
  return (await gate.step({ person: who.person }, (at) => showsAnother(at, who))) ? { refusal: 'has_factor' } : { who }
}
const showsAnother = async ({ rows }: Proving, { person, way }: Entering): Promise<boolean> => way !== 'recovery' && (await rows.factor.count({ where: { personId: person, removedAt: null } })) > 0
const whose = ({ person, email, name }: Entering) => ({ id: person, email, name })
const about = (reason: string, who?: Entering) => ({ reason, ...(who ? { who: { person: who.person, way: who.way } } : {}) })

export async function beginPasskey(gate: Gate<'signIn.beginPasskey'>) {
  const may = await mayEnrol(gate)
  if ('refusal' in may) return gate.turnAway(may.refusal, about(may.refusal))
  return gate.answer(await gate.step({ person: may.who.person }, (at) => beginPasskeyOf(at, whose(may.who))))
}
export async function beginCode(gate: Gate<'signIn.beginCode'>) {
  const may = await mayEnrol(gate)
  if ('refusal' in may) return gate.turnAway(may.refusal, about(may.refusal))
  return gate.answer(await gate.step({ person: may.who.person }, (at) => beginCodeOf(at, whose(may.who))))
}
export const enrolPasskey = (gate: Gate<'signIn.enrolPasskey'>, { label, attestation }: z.infer<typeof EnrolPasskey>) =>
  enrol(gate, 'passkey', label, (at, who) => addPasskeyOf(at, whose(who), label, attestation))
export const enrolCode = (gate: Gate<'signIn.enrolCode'>, { label, code }: z.infer<typeof EnrolCode>) =>
  enrol(gate, 'code', label, (at, who) => addCodeOf(at, whose(who), label, code))

/**
 * The factor and the recovery codes are there together or not at all; who cannot come in with them now comes in with them next time. Of two people who know one password
 * one has the first factor, and the other is asked for it.
 */
async function enrol<A extends 'signIn.enrolPasskey' | 'signIn.enrolCode'>(gate: Gate<A>, method: Method, label: string, add: (at: Proving, who: Entering) => Promise<NewFactor>) {
  const may = await mayEnrol(gate)
  if ('refusal' in may) return gate.turnAway(may.refusal, about(may.refusal))
  const { who } = may
  const made = await gate.stepAlone(who, async (at) => {
    if (await showsAnother(at, who)) return { ok: false as const, refusal: 'has_factor' as const, reason: 'has_factor' }
    const added = await add(at, who)
    if (!added.ok) return added
    await at.tell(who.person, 'factor_added', { label, kind: method, source: gate.source.address })
    return { ...added, codes: await makeRecoveryCodesOf(at, who.person) }
  })
  if (!made) return gate.turnAway('not_entering', about('not_entering', who))
  if (!made.ok) return gate.turnAway(made.refusal, about(made.reason, who))
  return gate.admit({ recoveryCodes: made.codes }, { person: who.person, methods: [who.method, method], way: who.way, factor: made.factor, entering: who })
}
