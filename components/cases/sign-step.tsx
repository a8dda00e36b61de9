'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { signRefusals } from '~/server/cases/case.refusals'
import { sayHours } from './step-words'

/** The second word to what binds a tenant: it takes effect with it. */
export function SignStep({ tenant, step, says, hours, whyNot }: { tenant: string; step: string; says: string; hours: number; whyNot: Reason | null }) {
  const sign = useCommand('cases.sign', signRefusals, () => announce('It is signed, and in force.'))
  const signing = { deed: `${says}: ${tenant}`, consequence: `It is in force at once, for ${sayHours(hours)}, and can be undone at any time. The admins of ${tenant} are told.`, only: 'passkey' as const }
  return (
    <div className="grid justify-items-start gap-2">
      <Refused no={sign.no} />
      <Button look="primary" whyNot={whyNot} isSaving={sign.isSending} onClick={() => void sign.carryOut({ tenant, step }, signing)} aria-label={`Sign: ${says}`}>Sign</Button>
      <StepUpDialog stepUp={sign.stepUp} />
    </div>
  )
}
