'use client'
import { useEffect, useRef, useState } from 'react'
import { RecoveryCodes } from '~/components/factors/recovery-codes'
import { announce } from '~/components/shell/announcer'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { Strip } from '~/components/ui/strip'
import { withPasskey } from './come-in'
import { Enrol } from './enrol'
import { NotKept } from './not-kept'
import { type Entering, PasswordForm } from './password-form'
import { SecondFactor } from './second-factor'
import { toFirstStep, toSecondStep, useIsSecondStep } from './steps'
import { useTurn } from './use-turn'

const says = {
  recovered: 'Your recovery code is right, and used. Add what you will come in with from now on; then remove what you lost.',
  password: 'Your password is right. Everybody here has a second factor, so that a password alone opens nothing.',
  vouchedFor: 'Your provider vouches for you, by one factor. Everybody here shows two: add a second one of your own.',
}
const titles = { who: 'Sign in', factor: 'Your second factor', enrol: 'Add a second factor', codes: 'Your recovery codes' }

/**
 * Who it is, what they have, and for who has nothing yet, something to have: on one page, so that what was typed is not lost by going back. Everything that
 * lets anybody in is one answer of the engine, after which the asked page is opened as a whole.
 */
export function SignIn({ returnTo, engineAnswers, providers, begun = null }: { returnTo: string; engineAnswers: boolean; providers?: React.ReactNode; begun?: Entering | null }) {
  const [entering, setEntering] = useState<Entering | null>(begun)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isSecond = useIsSecondStep()
  const step = codes ? 'codes' : entering && isSecond ? entering.next : 'who'
  const turn = useTurn()
  const title = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) announce(titles[step])
    // A step that has one thing to do first takes the focus there itself.
    if (!isFirst.current && step !== 'factor') title.current?.focus()
    isFirst.current = false
  }, [step])
  const open = () => window.location.assign(returnTo)
  // Behind a step that a provider led to is the provider's page.
  const back = () => (entering?.isVouchedFor ? window.location.assign(paths.signInTo(returnTo)) : toFirstStep())
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="text-title">{titles[step]}</h1>
      <NotKept />
      {!engineAnswers && <Strip tone="notice">Nobody can sign in now: the engine does not answer. Whoever is signed in goes on reading.</Strip>}
      <div hidden={step !== 'who'} className="grid gap-4">
        <div role="alert" className="empty:hidden">{turn.no && <Strip tone="danger"><strong className="font-medium text-danger">{turn.no.says}</strong> {turn.no.fix}</Strip>}</div>
        <div><Button look="primary" isSaving={turn.isSending} onClick={() => void turn.run(() => withPasskey()).then((isIn) => isIn && open())}>Sign in with a passkey</Button></div>
        {providers}
        <p className="flex items-center gap-3 text-dense text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
        <PasswordForm onEntering={(next) => { setEntering(next); toSecondStep() }} />
      </div>
      {entering && step === 'factor' && <SecondFactor ways={entering.factors} onBack={back} onIn={open} onRecovered={() => setEntering({ next: 'enrol', factors: [], isRecovered: true })} />}
      {step === 'enrol' && (
        <>
          <p>{says[entering?.isRecovered ? 'recovered' : entering?.isVouchedFor ? 'vouchedFor' : 'password']}</p>
          <Enrol onEnrolled={({ recoveryCodes }) => setCodes(recoveryCodes)} />
          <div className="border-t border-line pt-4"><Button onClick={back}>Back</Button></div>
        </>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={open} />}
    </>
  )
}
