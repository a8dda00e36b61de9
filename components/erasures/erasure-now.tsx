'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { waitHours } from '~/server/erasures/decide-erasure'
import { erasureRefusals } from '~/server/erasures/erasure.refusals'
import type { ErasureShown } from '~/server/erasures/list-erasures'
import { nameOf, standingWords } from './erasure-words'

type Props = { erasure: ErasureShown; onPlatform: boolean; whyNot: { sign: Reason | null; takeBack: Reason | null } }
const signed = () => announce('It is signed.')
const takenBack = () => announce('It is taken back.')

/** One that is on its way: who asked and why, who signed and when it is due; signed by somebody else, or taken back. */
export function ErasureNow({ erasure: { erasure, tenant, names, reason, standing, askedAt, askedBy, signedAt, signedBy, dueAt }, onPlatform, whyNot }: Props) {
  const inTenant = { sign: useCommand('erasures.sign', erasureRefusals, signed), takeBack: useCommand('erasures.takeBack', erasureRefusals, takenBack) }
  const above = { sign: useCommand('erasures.signOnPlatform', erasureRefusals, signed), takeBack: useCommand('erasures.takeBackOnPlatform', erasureRefusals, takenBack) }
  const { sign, takeBack } = onPlatform ? above : inTenant
  const heading = `erasure-${erasure}`
  const signing = { deed: `Sign the erasure of ${tenant}`, consequence: `The personal data of ${tenant} is gone for good ${waitHours} hours from now, unless somebody takes it back. Reason: ${reason}`, only: 'passkey' as const }
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-section">Erasure of {tenant}</h2>
        <p className="text-strong">{standingWords[standing].says}</p>
      </div>
      <Properties
        items={[
          { says: 'Reason', value: reason }, { says: 'Asked', value: <><Exact at={askedAt} /> by {nameOf(names, askedBy)}</> },
          ...(signedAt === null ? [] : [{ says: 'Signed', value: <><Exact at={signedAt} /> by {nameOf(names, signedBy)}</> }]),
          ...(dueAt === null ? [] : [{ says: 'Due', value: <Exact at={dueAt} /> }]),
        ]}
      />
      <Refused no={sign.no ?? takeBack.no} />
      <div className="flex flex-wrap gap-3">
        {standing === 'asked' && <Button whyNot={whyNot.sign} isSaving={sign.isSending} onClick={() => void sign.carryOut({ tenant, erasure }, signing)}>Sign erasure</Button>}
        <Button whyNot={whyNot.takeBack} isSaving={takeBack.isSending} onClick={() => void takeBack.carryOut({ tenant, erasure })}>Take back</Button>
      </div>
      <StepUpDialog stepUp={sign.stepUp} />
    </section>
  )
}
