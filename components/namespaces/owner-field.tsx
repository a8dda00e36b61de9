'use client'
import { useState } from 'react'
import { useAsked } from '~/components/shell/use-asked'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import type { PersonShown } from '~/server/requests/kind'

type Props = { name: string; label: string; value: string; problem: string | null; onType: (person: string) => void; tenant: string; people: readonly PersonShown[]; areMore: boolean }
/** Who answers for it: one of these; where there are more than one chooses from, of those who are found by what is typed. Who is chosen is there to be seen, whoever is listed. */
export function OwnerField({ tenant, people, areMore, ...owner }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<PersonShown | null>(null)
  const find = typed.trim()
  const { value: found, no } = useAsked('namespaces.prepare', areMore && find !== '' ? { tenant, find } : null)
  const listed = find === '' || found === null ? people : found.people
  const who = [...people, ...(chosen === null ? [] : [chosen])].find(({ person }) => person === owner.value) ?? { person: owner.value, name: 'Somebody who is no longer here' }
  const options = owner.value === '' || listed.some(({ person }) => person === who.person) ? listed : [who, ...listed]
  const select = (
    <Select
      {...owner} optional none="Nobody yet" hint={areMore ? 'Who answers for it, of those who are found.' : 'Who answers for it.'} options={options.map(({ person, name }) => ({ value: person, says: name }))}
      onChoose={(of) => { setChosen(options.find(({ person }) => person === of) ?? null); owner.onType(of) }}
    />
  )
  if (!areMore) return select
  const says = no !== null ? `${no.says} ${no.fix}` : find !== '' && found?.people.length === 0 ? 'Nobody here has that in their name or e-mail.' : null
  return (
    // Enter looks nobody up that typing has not, and sends no form that is half filled in.
    <div className="grid gap-4" onKeyDown={(event) => { if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement) event.preventDefault() }}>
      <Field label="Find an owner" name="findOwner" hint="Part of a name or an e-mail: there are more people here than one chooses from." value={typed} onType={setTyped} problem={says} autoComplete="off" spellCheck={false} autoCapitalize="none" optional />
      {select}
    </div>
  )
}
