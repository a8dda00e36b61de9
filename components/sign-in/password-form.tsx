'use client'
import { useRef } from 'react'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Strip } from '~/components/ui/strip'
import { atThreshold } from './come-in'
import { useTurn } from './use-turn'

export type Entering = { next: 'factor' | 'enrol'; factors: readonly ('passkey' | 'code' | 'recovery')[]; isRecovered?: boolean; isVouchedFor?: boolean }

/** What one knows. What is wrong with it is told of both together: which of the two it is, nobody learns. */
export function PasswordForm({ onEntering }: { onEntering: (entering: Entering) => void }) {
  const turn = useTurn()
  const password = useRef<HTMLInputElement>(null)
  async function submit(form: FormData) {
    const isRight = await turn.run(async () => {
      const answer = await atThreshold('signIn.withPassword', { email: String(form.get('email')).trim(), password: String(form.get('password')) })
      if (answer.ok) onEntering(answer.value)
      return answer
    })
    if (isRight) return
    password.current?.select()
    password.current?.focus()
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit(new FormData(event.currentTarget)) }}>
      <div role="alert" className="empty:hidden">{turn.no && <Strip tone="danger"><strong className="font-medium text-danger">{turn.no.says}</strong> {turn.no.fix}</Strip>}</div>
      <Field label="E-mail" name="email" type="email" autoComplete="username" spellCheck={false} autoCapitalize="none" maxLength={254} />
      <Field ref={password} label="Password" name="password" type="password" autoComplete="current-password" maxLength={256} />
      <div><Button type="submit" isSaving={turn.isSending}>Sign in</Button></div>
    </form>
  )
}
