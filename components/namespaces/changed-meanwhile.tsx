'use client'
import { isolationWord } from '~/components/tenants/isolation-words'
import { Button } from '~/components/ui/button'
import { Strip } from '~/components/ui/strip'
import type { Level } from '~/server/admission/pod-security/decide-level'
import type { Environment } from '~/server/namespaces/decide-attributes'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import type { IsolationLevel } from '~/server/tenants/isolation'
import type { AttributeField, Moved } from './merge-wish'
import { attributeLabels } from './namespace-fields'
import { environmentWords, podSecurityWords } from './namespace-words'
import { own } from './wish'

/** What a field holds, as its form says it. */
function sayAttribute(field: AttributeField, value: string, { people }: Pick<PreparedNamespace, 'people'>): string {
  if (value === own) return field === 'isolation' ? 'as the tenant' : 'as the platform'
  if (value === '') return field === 'owner' ? 'nobody yet' : 'nothing'
  switch (field) {
    case 'environment': return environmentWords[value as Environment]
    case 'isolation': return isolationWord(Number(value) as IsolationLevel)
    case 'podSecurity': return podSecurityWords[value as Level]
    case 'owner': return people.find(({ person }) => person === value)?.name ?? 'somebody who is not here any more'
    case 'labels': return value.split('\n').join(', ')
    case 'title': case 'costCentre': return value
  }
}

type Props = { moved: readonly Moved[]; open: readonly Moved[]; around: PreparedNamespace; onKeep: (moved: Moved) => void; onTake: (moved: Moved) => void }
/** What somebody else made of it since it was shown, field by field: theirs where nothing was typed, and both where something was. */
export function ChangedMeanwhile({ moved, open, around, onKeep, onTake }: Props) {
  if (moved.length === 0) return null
  return (
    <Strip tone="notice">
      <p id="changed-meanwhile" className="font-medium">Somebody else changed this namespace meanwhile.</p>
      <ul aria-labelledby="changed-meanwhile" className="grid gap-1.5">
        {moved.map((one) => {
          const { field, theirs, mine } = one
          const label = attributeLabels[field]
          return (
            <li key={field} className="grid justify-items-start gap-1.5">
              <span>{label}: they made it “{sayAttribute(field, theirs, around)}”{mine === null ? ', which is shown.' : <>; you made it “{sayAttribute(field, mine, around)}”{open.includes(one) ? '.' : ', which is kept.'}</>}</span>
              {open.includes(one) && (
                <span className="flex flex-wrap gap-2">
                  <Button size="dense" onClick={() => onKeep(one)} aria-label={`Keep mine for ${label}`}>Keep mine</Button>
                  <Button size="dense" onClick={() => onTake(one)} aria-label={`Take theirs for ${label}`}>Take theirs</Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Strip>
  )
}
