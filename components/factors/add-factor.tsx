'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { send } from '~/components/shell/send'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Strip } from '~/components/ui/strip'
import { factorRefusals } from '~/server/factors/factor.refusals'
import { NewFactor } from './new-factor'
import type { Reason } from '~/components/ui/reason'

const consequence = 'You can come in and confirm with it. For 24 hours it approves nothing, and you are told of it wherever you are signed in.'

/** One more, confirmed with one that one has. */
export function AddFactor({ whyNot }: { whyNot: Reason | null }) {
  const [done, setDone] = useState(0)
  const added = () => {
    announce('The second factor was added.')
    setDone((times) => times + 1)
  }
  const passkey = useCommand('factors.addPasskey', factorRefusals, added)
  const code = useCommand('factors.addCode', factorRefusals, added)
  return (
    <div className="grid gap-4">
      {done > 0 && <Strip tone="ok">It was added. For 24 hours it approves nothing.</Strip>}
      <NewFactor key={done} whyNot={whyNot} by={{
        isSending: passkey.isSending || code.isSending, no: passkey.no ?? code.no,
        beginPasskey: () => send('factors.beginPasskey', {}, factorRefusals, { key: crypto.randomUUID() }),
        beginCode: () => send('factors.beginCode', {}, factorRefusals, { key: crypto.randomUUID() }),
        addPasskey: (label, attestation) => passkey.carryOut({ label, attestation }, { deed: `Add the passkey “${label}”`, consequence }),
        addCode: (label, typed) => code.carryOut({ label, code: typed }, { deed: `Add the code generator “${label}”`, consequence }),
      }} />
      <StepUpDialog stepUp={passkey.stepUp ?? code.stepUp} />
    </div>
  )
}
