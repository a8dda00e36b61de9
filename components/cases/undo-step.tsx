'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { undoRefusals } from '~/server/cases/case.refusals'

/** `says` is what it comes to, told before it is done. */
export function UndoStep({ tenant, step, label, says, whyNot }: { tenant: string; step: string; label: string; says: string; whyNot: Reason | null }) {
  const undo = useCommand('cases.undo', undoRefusals, ({ givesBack }) => announce(givesBack ? 'It is being given back.' : 'The step is undone.'))
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-quiet">{says}</p>
      <Refused no={undo.no} />
      <Button whyNot={whyNot} isSaving={undo.isSending} onClick={() => void undo.carryOut({ tenant, step })} aria-label={`Undo: ${label}`}>Undo</Button>
    </div>
  )
}
