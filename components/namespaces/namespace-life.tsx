'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { deleteRefusals, lifeRefusals } from '~/server/namespaces/namespace.refusals'
import type { Living } from './delete-dialog'

const DeleteDialog = dynamic(() => import('./delete-dialog').then((loaded) => loaded.DeleteDialog), { ssr: false })
const consequences = {
  freeze: 'Nothing new begins in it until it is thawed. What runs goes on, and who waits keeps their place.',
  thaw: 'Work begins in it again, and who waited has their turn.',
  delete: 'Its share goes back to the tenant, and whoever holds a role in it alone holds none. Its history stays, and keeps the name.',
}

type Props = { tenant: string; namespace: string; isFrozen: boolean; living: readonly Living[]; more: boolean; whyNot: { freeze: Reason | null; thaw: Reason | null; delete: Reason | null } }
/** Stops what is new, lets it go on, and ends all of it. */
export function NamespaceLife({ tenant, namespace, isFrozen, living, more, whyNot }: Props) {
  const [done, setDone] = useState<string | null>(null)
  const [isOpen, open] = useState(false)
  const say = (says: string) => {
    open(false)
    setDone(says)
    announce(says)
  }
  const freeze = useCommand('namespaces.freeze', lifeRefusals, () => say(`${namespace} is frozen.`))
  const thaw = useCommand('namespaces.thaw', lifeRefusals, () => say(`${namespace} is thawed.`))
  const remove = useCommand('namespaces.delete', deleteRefusals, ({ ending }) => say(ending === 0 ? `${namespace} is deleted.` : `${namespace} is being deleted: ${ending} end first.`))
  const [verb, word, command] = isFrozen ? (['thaw', 'Thaw', thaw] as const) : (['freeze', 'Freeze', freeze] as const)
  function begin() {
    setDone(null)
    void command.carryOut({ tenant, namespace }, { deed: `${word} namespace ${namespace}`, consequence: consequences[verb] })
  }
  return (
    <div className="grid justify-items-start gap-3">
      {done && <Strip tone="ok">{done}</Strip>}
      <Refused no={command.no} />
      <div className="flex flex-wrap gap-3">
        <Button whyNot={whyNot[verb]} isSaving={command.isSending} onClick={begin}>{word} namespace</Button>
        <Button whyNot={whyNot.delete} onClick={() => open(true)}>Delete namespace…</Button>
      </div>
      {isOpen && (
        <DeleteDialog
          namespace={namespace} living={living} more={more} command={remove} onClose={() => open(false)}
          onDelete={(typed, ends) => void remove.carryOut({ tenant, namespace, typed, ends }, { deed: `Delete namespace ${namespace}`, consequence: consequences.delete })}
        />
      )}
      <StepUpDialog stepUp={freeze.stepUp ?? thaw.stepUp ?? remove.stepUp} />
    </div>
  )
}
