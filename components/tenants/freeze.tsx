'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'

const consequences = {
  freeze: 'Nothing in it can be changed until it is thawed. All of it can be read, and what runs goes on.',
  thaw: 'What is in it can be changed again, by whoever may.',
}

/** Stops all change in a tenant, and lets it go on. Nothing is deleted by it. */
export function Freeze({ tenant, frozenAt, whyNot }: { tenant: string; frozenAt: string | null; whyNot: { freeze: Reason | null; thaw: Reason | null } }) {
  const [done, setDone] = useState<string | null>(null)
  const say = (says: string) => {
    setDone(says)
    announce(says)
  }
  const freeze = useCommand('tenants.freeze', tenantRefusals, () => say(`${tenant} is frozen.`))
  const thaw = useCommand('tenants.thaw', tenantRefusals, () => say(`${tenant} is thawed.`))
  const [verb, word, command] = frozenAt === null ? (['freeze', 'Freeze', freeze] as const) : (['thaw', 'Thaw', thaw] as const)
  function begin() {
    setDone(null)
    void command.carryOut({ tenant }, { deed: `${word} tenant ${tenant}`, consequence: consequences[verb] })
  }
  return (
    <div className="grid justify-items-start gap-3">
      {done && <Strip tone="ok">{done}</Strip>}
      <Refused no={command.no} />
      <Button whyNot={whyNot[verb]} isSaving={command.isSending} onClick={begin}>{word} {tenant}</Button>
      <StepUpDialog stepUp={freeze.stepUp ?? thaw.stepUp} />
    </div>
  )
}
