'use client'
import { useEffect, useRef, useState } from 'react'
import { digitsOf, isCode, notSixDigits } from '~/components/factors/code'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Strip } from '~/components/ui/strip'
import { atThreshold, withPasskey } from './come-in'
import type { Entering } from './password-form'
import { type Turn, useTurn } from './use-turn'

type Way = Entering['factors'][number]
const instead: Record<Way, string> = { passkey: 'Use a passkey instead', code: 'Use a code instead', recovery: 'Use a recovery code instead' }

/** What one has. The best of what there is comes first; the others are a press away. A recovery code is for who has nothing any more: what follows is something new. */
export function SecondFactor({ ways, onIn, onRecovered, onBack }: { ways: Entering['factors']; onIn: () => void; onRecovered: () => void; onBack: () => void }) {
  const [way, setWay] = useState<Way>(ways.find((each) => each === 'passkey') ?? ways.find((each) => each === 'code') ?? 'recovery')
  const turn = useTurn()
  return (
    <div className="grid gap-4">
      {way === 'passkey' && <ByPasskey turn={turn} onIn={onIn} />}
      {way === 'code' && <Typed key="code" turn={turn} label="Code" hint="Six digits from your code generator." longest={12} isDigits problemOf={(typed) => (isCode(digitsOf(typed)) ? null : notSixDigits)} send={(typed) => atThreshold('signIn.withCode', { code: digitsOf(typed) })} onIn={onIn} />}
      {way === 'recovery' && <Typed key="recovery" turn={turn} label="Recovery code" hint="One of those that you kept. It works once." longest={64} problemOf={(typed) => (typed.trim() === '' ? 'A recovery code is letters and figures.' : null)} send={(typed) => atThreshold('signIn.withRecoveryCode', { code: typed.trim() })} onIn={onRecovered} />}
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button onClick={onBack}>Back</Button>
        {ways.filter((each) => each !== way).map((each) => <Button key={each} onClick={() => setWay(each)}>{instead[each]}</Button>)}
      </div>
    </div>
  )
}

function ByPasskey({ turn, onIn }: { turn: Turn; onIn: () => void }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={own} className="grid gap-4">
      <div role="alert" className="empty:hidden">{turn.no && <Strip tone="danger"><strong className="font-medium text-danger">{turn.no.says}</strong> {turn.no.fix}</Strip>}</div>
      <p>Your password is right. Now show the passkey that you added.</p>
      <div><Button look="primary" isSaving={turn.isSending} onClick={() => void turn.run(() => withPasskey()).then((isIn) => isIn && onIn())}>Use your passkey</Button></div>
    </div>
  )
}

function Typed({ turn, label, hint, longest, isDigits = false, problemOf, send, onIn }: {
  turn: Turn; label: string; hint: string; longest: number; isDigits?: boolean; problemOf: (typed: string) => string | null; send: (typed: string) => ReturnType<Parameters<Turn['run']>[0]>; onIn: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [malformed, setMalformed] = useState<string | null>(null)
  useEffect(() => input.current?.focus(), [])
  async function submit(form: FormData) {
    const typed = String(form.get('code'))
    const problem = problemOf(typed)
    setMalformed(problem)
    if (problem === null && (await turn.run(() => send(typed)))) return onIn()
    input.current?.select()
    input.current?.focus()
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit(new FormData(event.currentTarget)) }}>
      <p>Your password is right. Now show what you have.</p>
      <div aria-live="polite">
        <Field
          ref={input} label={label} name="code" hint={hint} className={isDigits ? 'name w-32 tracking-normal' : 'name w-full'} maxLength={longest} autoComplete="one-time-code" spellCheck={false} autoCapitalize="none"
          {...(isDigits ? { inputMode: 'numeric' } : {})} problem={malformed ?? (turn.no && `${turn.no.says} ${turn.no.fix}`)}
        />
      </div>
      <div><Button look="primary" type="submit" isSaving={turn.isSending}>Sign in</Button></div>
    </form>
  )
}
