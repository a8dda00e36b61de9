'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { factorRefusals } from '~/server/factors/factor.refusals'
import { RecoveryCodes } from './recovery-codes'

/** Ten new ones in the place of those that are left. */
export function MakeRecoveryCodes({ left, whyNot }: { left: number; whyNot: Reason | null }) {
  const router = useRouter()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = useCommand('factors.makeRecoveryCodes', factorRefusals, (value) => setCodes(value.codes))
  if (codes) return <RecoveryCodes codes={codes} onKept={() => router.push(paths.security())} />
  const consequence = left > 0 ? `The ${left} that you still have do not work any more.` : 'You have none left that work.'
  return (
    <div className="grid gap-4">
      <p>You get ten new codes, shown once. {consequence}</p>
      <Refused no={make.no} />
      <div><Button look="primary" whyNot={whyNot} isSaving={make.isSending} onClick={() => void make.carryOut({}, { deed: 'Make new recovery codes', consequence })}>Make new codes</Button></div>
      <StepUpDialog stepUp={make.stepUp} />
    </div>
  )
}
