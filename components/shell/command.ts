'use client'
import { useRef, useState } from 'react'
import { challengeRefusals, proofRefusals } from '~/server/identity/identity.refusals'
import type { ShowPasskey } from '~/components/factors/device'
import type { CommandName, InputOf, No, RefusalOf, Sentence, ValueOf } from './answer'
import { setLive } from './live-state'
import { useRead, useUnderWay } from './reread'
import { send } from './send'
import { afterNo, isOpen, type Submission, submissionOf } from './submission'
import { useToldAfter } from './told-after'

/** What is being signed, in words, and what follows from it. `only` a passkey, where a signature is what is wanted: its device is asked at once, and no code is offered. */
export type Signing = { deed: string; consequence: string; only?: 'passkey' }
export type Command<N extends CommandName> = {
  /** Does it, asking for the second factor if the door does. */
  carryOut: (input: InputOf<N>, signing?: Signing) => Promise<void>
  isSending: boolean
  /** Why it was not done, until the next try. */
  no: No<RefusalOf<N>> | null
  stepUp: StepUp | null
}
/** A code that was typed, or what a passkey makes of the options that it is shown: for this deed and no other. */
export type Proof = { code: string } | { passkey: ShowPasskey }
export type StepUp = Signing & { confirm: (proof: Proof) => Promise<void>; cancel: () => void; isSending: boolean; no: Sentence | null }

/** Another window may have ended the session, or time: then all of this one is signed out, and what was typed stays. */
function hearSignedOut(answer: { ok: true } | { ok: false; no: Sentence & { reason?: string } }): void {
  if (!answer.ok && answer.no.reason === 'not_signed_in') setLive({ link: 'signed_out' })
}

/** The one way a form changes anything. Nothing is shown as done before the answer says so; then the page is read again. `onDone` is told what came of it, and what exactly was done. */
export function useCommand<N extends CommandName>(name: N, refusals: Record<RefusalOf<N>, Sentence>, onDone: (value: ValueOf<N>, wish: InputOf<N>) => void): Command<N> {
  const [isReading, read] = useRead()
  const [isSending, setSending] = useState(false)
  useUnderWay(isSending)
  const [no, setNo] = useState<No<RefusalOf<N>> | null>(null)
  const toldAfter = useToldAfter(isReading)
  const [asked, setAsked] = useState<(Signing & { input: InputOf<N> }) | null>(null)
  const [stepUpNo, setStepUpNo] = useState<Sentence | null>(null)
  const submission = useRef<Submission | null>(null)
  const busy = useRef(false)

  async function alone(work: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setSending(true)
    await work()
    busy.current = false
    setSending(false)
  }

  async function sendOnce(input: InputOf<N>, signing: Signing, token: string | null) {
    const sent = submissionOf(submission.current, input, () => crypto.randomUUID())
    submission.current = sent
    const outcome = await send(name, input, refusals, { key: sent.key, stepUp: token })
    if (!outcome.ok && outcome.no.reason === 'step_up_required') {
      setStepUpNo(token === null ? null : outcome.no)
      setAsked({ ...signing, input })
      return
    }
    setAsked(null)
    hearSignedOut(outcome)
    const { left, no } = outcome.ok ? { left: null, no: null } : afterNo(sent, outcome)
    submission.current = left
    setNo(no)
    if (outcome.ok) onDone(outcome.value, input)
    if (no !== null && isOpen(no)) return
    // A refusal, too, says that the page is not what is: what was typed stays, what it is compared with is read again.
    toldAfter(no)
    read()
  }

  async function proofOf(proof: Proof, { input }: { input: InputOf<N> }) {
    if ('code' in proof) return { ok: true as const, value: proof }
    const challenge = await send('identity.challenge', { action: name, input }, { ...proofRefusals, ...challengeRefusals }, { key: crypto.randomUUID() })
    if (!challenge.ok) return challenge
    const shown = await proof.passkey(challenge.value.options)
    return shown.ok ? { ok: true as const, value: { assertion: shown.value } } : shown
  }

  async function confirm(proof: Proof) {
    if (!asked) return
    setStepUpNo(null)
    const shown = await proofOf(proof, asked)
    const begun = shown.ok ? await send('identity.beginStepUp', { action: name, input: asked.input, proof: shown.value }, proofRefusals, { key: crypto.randomUUID() }) : shown
    if (begun.ok) return sendOnce(asked.input, asked, begun.value.token)
    setStepUpNo(begun.no)
    hearSignedOut(begun)
    // What is to be signed is not what is any more: behind the dialog the page is read again.
    if ('reason' in begun.no && begun.no.reason === 'terms_changed') read()
  }

  return {
    isSending: isSending || isReading, no,
    carryOut: (input, signing = { deed: '', consequence: '' }) => alone(() => {
      setNo(null)
      return sendOnce(input, signing, null)
    }),
    stepUp: asked && {
      deed: asked.deed, consequence: asked.consequence, ...(asked.only ? { only: asked.only } : {}), isSending, no: stepUpNo,
      confirm: (proof) => alone(() => confirm(proof)),
      cancel: () => busy.current || setAsked(null),
    },
  }
}
