'use client'
import dynamic from 'next/dynamic'
import { useMemo, useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { usePut } from '~/components/shell/board'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { Refused } from '~/components/shell/refused'
import type { Saying } from '~/components/shell/say-dialog'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { useWritten } from '~/components/shell/told-after'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { offeredHere } from './changed-terms'
import type { Offered } from './offer-less'
import { type Answers, useAnswers } from './use-answers'

const OfferLess = dynamic(() => import('./offer-less').then((loaded) => loaded.OfferLess), { ssr: false })
const SayDialog = dynamic(() => import('~/components/shell/say-dialog').then((loaded) => loaded.SayDialog), { ssr: false })
type Said = 'refuse' | 'ask' | 'recuse'
type Props = {
  tenant: string | null; request: string; terms: string; ask: string; sign: string; consequence: string
  /** The rule takes nothing but a signature. */
  byPasskey: boolean
  /** Where what would be done is otherwise now: whose allocation it is, so that this can be asked for. */
  renews: { tenant: string; allocation: string } | null
  /** Of what could be given less: how much was asked for. */
  offers: Offered | null
  whyNot: { approve: Reason | null; refuse: Reason | null; ask: Reason | null; recuse: Reason | null; offer: Reason | null }
}
const unsaid: Readonly<Record<Said, string>> = { refuse: '', ask: '', recuse: '' }
const done: Record<keyof Answers, string> = { approve: 'signed', refuse: 'refused', ask: 'asked', recuse: 'left to others', renew: 'asked for as it is now' }

/** Yes and no, of equal weight. Yes is signed over the terms that are on the page, and nothing short of that is one; a letter only goes to the button. */
export function DecideRequest({ tenant, request, terms, ask, sign, consequence, byPasskey, renews, offers, whyNot }: Props) {
  const [open, setOpen] = useState<Said | null>(null)
  const [texts, setTexts] = useState(unsaid)
  useWritten(Object.values(texts).filter((text) => text !== '').join('\n\n'))
  const [isOffering, setOffering] = useState(false)
  const [offered, setOffered] = useState(terms)
  usePut(offeredHere, offered)
  const answers = useAnswers(tenant, (what) => {
    setOpen(null)
    setTexts(unsaid)
    announce(`${ask}: ${done[what]}.`)
  })
  const first = useRef<HTMLSpanElement>(null)
  const sayings: Record<Said, Saying> = {
    refuse: {
      title: 'Refuse request', says: `${ask}. Whoever asked is shown the reason.`, label: 'Reason', name: 'reason', empty: 'A refusal says why.', deed: 'Refuse request',
      templates: ['There is no room for it this week: ask again next week.', 'Less of it would be given: ask for fewer GPUs, or for less time.', 'The purpose does not say what it is for.'],
    },
    ask: { title: 'Ask about it', says: `${ask}. The clock stands until whoever asked for it answers, and nobody signs until then.`, label: 'Question', name: 'question', empty: 'A question asks something.', deed: 'Ask' },
    recuse: { title: 'Leave it to others', says: `${ask}. You take no further part in it. Who decides it sees why.`, label: 'Reason', name: 'reason', empty: 'Say what stands between you and it.', deed: 'Leave it to others' },
  }
  const entries = useMemo(() => [
    { id: 'sign', says: 'Go to the signature', keys: 'a', whyNot: null, run: () => first.current?.querySelector('button')?.focus() },
    { id: 'refuse', says: 'Refuse request', keys: 'd', whyNot: whyNot.refuse, run: () => setOpen('refuse') },
    { id: 'ask', says: 'Ask about it', keys: 'q', whyNot: whyNot.ask, run: () => setOpen('ask') },
  ], [whyNot.refuse, whyNot.ask])
  const send = (said: Said, text: string) => void (said === 'ask' ? answers.ask.send({ request, question: text }) : answers[said].send({ request, reason: text }))
  return (
    <div className="grid gap-3">
      <PaletteEntries entries={entries} />
      <Refused no={answers.approve.no ?? answers.renew.no} />
      {renews !== null && <div><Button isSaving={answers.renew.isSending} onClick={() => void answers.renew.send(renews)}>Ask for what is now</Button></div>}
      <div className="flex flex-wrap gap-3">
        <span ref={first}><Button look="primary" whyNot={whyNot.approve} isSaving={answers.approve.isSending} onClick={() => void answers.approve.send({ request, terms }, { deed: sign, consequence, ...(byPasskey ? { only: 'passkey' } : {}) })}>{sign}</Button></span>
        <Button whyNot={whyNot.refuse} onClick={() => setOpen('refuse')}>Refuse request</Button>
      </div>
      <div className="flex flex-wrap gap-3">
        {offers !== null && <Button size="dense" whyNot={whyNot.offer} onClick={() => setOffering(true)}>Offer less</Button>}
        <Button size="dense" whyNot={whyNot.ask} onClick={() => setOpen('ask')}>Ask about it</Button>
        <Button size="dense" whyNot={whyNot.recuse} onClick={() => setOpen('recuse')}>Leave it to others</Button>
      </div>
      <StepUpDialog stepUp={answers.approve.stepUp} />
      {isOffering && offers !== null && <OfferLess place={tenant === null ? 'platform' : 'tenant'} ask={ask} of={offers} onOffered={setOffered} onClose={() => setOffering(false)} />}
      {open && <SayDialog saying={sayings[open]} text={texts[open]} onType={(text) => setTexts({ ...texts, [open]: text })} command={answers[open]} onClose={() => setOpen(null)} send={(text) => send(open, text)} />}
    </div>
  )
}
