'use client'
import { useState } from 'react'
import type { Command } from '~/components/shell/command'
import { FormDialog } from '~/components/shell/form-dialog'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'

export type Living = { id: string; name: string; state: string; holds: string }
type Props = { namespace: string; living: readonly Living[]; more: boolean; command: Pick<Command<'namespaces.delete'>, 'no' | 'isSending' | 'stepUp'>; onClose: () => void; onDelete: (typed: string, ends: boolean) => void }
const shown = 10

/** What cannot be undone is done by whoever has typed what it is called, and has seen what ends by it. While the second factor is shown, this stands aside. */
export function DeleteDialog({ namespace, living, more, command, onClose, onDelete }: Props) {
  const [typed, setTyped] = useState('')
  const [ends, setEnds] = useState<readonly string[]>([])
  if (command.stepUp !== null) return null
  const reason = command.no?.reason
  const problem = reason === 'other_name_typed' ? `${command.no?.says} ${command.no?.fix}` : null
  return (
    <FormDialog
      title={`Delete ${namespace}`} deed="Delete namespace" dirty={typed !== '' || ends.length > 0} onClose={onClose} command={{ ...command, no: problem === null ? command.no : null }} onSubmit={() => onDelete(typed.trim(), ends.length > 0)}
      problems={problem === null ? [] : [{ field: 'typed', label: 'Its name', says: problem }]}
    >
      <p>Its share goes back to the tenant, and roles held in it alone end. Its history stays, and no other namespace of this tenant can have its name. This cannot be undone.</p>
      {living.length === 0 ? <p>Nothing runs or waits in it.</p> : (
        <>
          <ul className="grid gap-1" aria-label="What runs or waits in it">
            {living.slice(0, shown).map(({ id, name, state, holds }) => <li key={id} className="flex flex-wrap justify-between gap-2 border-t border-line py-1"><span className="name">{name}</span><span className="text-quiet">{state}: {holds}</span></li>)}
            {(more || living.length > shown) && <li className="border-t border-line py-1 text-quiet">{more ? `More than ${living.length} in all` : `${living.length} in all`}</li>}
          </ul>
          <Checkboxes label="What runs" name="ends" problem={null} chosen={ends} onChoose={setEnds} options={[{ value: 'ends', says: 'End all of it', about: 'Running work stops, and who waits is withdrawn. Each gives back what it holds.' }]} />
        </>
      )}
      <Field label="Its name" name="typed" value={typed} problem={problem} onType={setTyped} hint={`Type ${namespace}.`} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
    </FormDialog>
  )
}
