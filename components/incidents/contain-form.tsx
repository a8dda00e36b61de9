'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { sayWrong } from '~/components/shell/use-form'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Form } from '~/components/ui/form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { Strip } from '~/components/ui/strip'
import { incidentRefusals } from '~/server/incidents/incident.refusals'

const whats = {
  lock: { says: 'Lock a person', field: 'E-mail', deed: (name: string) => `Lock ${name}`, consequence: 'They are out of every window within seconds, cannot sign in, and each of their tokens ends.' },
  revoke: { says: 'Revoke a person’s tokens', field: 'E-mail', deed: (name: string) => `Revoke the tokens of ${name}`, consequence: 'Each of their tokens ends, for good. They stay signed in, and can make new ones.' },
  freeze: { says: 'Freeze a tenant', field: 'Tenant', deed: (name: string) => `Freeze tenant ${name}`, consequence: 'Nothing in it can be changed until it is thawed. All of it can be read, and what runs goes on.' },
  revokeInTenant: { says: 'Revoke a tenant’s tokens', field: 'Tenant', deed: (name: string) => `Revoke the tokens of everybody in ${name}`, consequence: 'Each token of whoever holds a role in it ends, for good, wherever else it worked.' },
  node: { says: 'Cordon a node', field: 'Node', deed: (name: string) => `Cordon node ${name}`, consequence: 'Nothing new comes to it. What runs there stays.' },
  pool: { says: 'Cordon a pool', field: 'Pool', deed: (name: string) => `Cordon pool ${name}`, consequence: 'Nothing new comes to any of its nodes. What runs there stays.' },
} as const
type What = keyof typeof whats
/** What is mended by writing another name. */
const ofTheName: ReadonlySet<string> = new Set(['person_unknown', 'node_unknown', 'pool_unknown', 'not_found'])
const isWhat = (word: string): word is What => Object.hasOwn(whats, word)

/** One thing at a time, each with a signature: what is done is done for everybody at once. */
export function ContainForm({ incident, whyNot }: { incident: string; whyNot: Reason | null }) {
  const [what, setWhat] = useState<What>('lock')
  const [name, setName] = useState('')
  const [asked, setAsked] = useState('')
  const [which, setWhich] = useState('')
  const [done, setDone] = useState<string | null>(null)
  // Whoever types the next name while this one is sent has typed it.
  const finish = (says: string, contained: string) => { setDone(says); setName((now) => now.trim() === contained ? '' : now); announce(says) }
  const lock = useCommand('incidents.lock', incidentRefusals, (_, { email }) => finish('They are locked.', email))
  const revoke = useCommand('incidents.revoke', incidentRefusals, (_, { email }) => finish('Their tokens are revoked.', email))
  const freeze = useCommand('incidents.freeze', incidentRefusals, (_, wish) => finish('The tenant is frozen.', wish.tenant))
  const revokeInTenant = useCommand('incidents.revokeInTenant', incidentRefusals, (_, wish) => finish('Its tokens are revoked.', wish.tenant))
  const cordon = useCommand('incidents.cordon', incidentRefusals, (_, wish) => finish('It is cordoned.', wish.name))
  const all = [lock, revoke, freeze, revokeInTenant, cordon]
  const { field, deed, consequence } = whats[what]
  const command = { lock, revoke, freeze, revokeInTenant, node: cordon, pool: cordon }[what]
  const { no } = command
  // Of that address only: who types another is asked anew. Nobody is chosen until somebody chooses.
  const shared = no?.reason === 'person_shared' && asked === name.trim() ? no.fields.map(({ field: value, says }) => ({ value, says })) : []
  function begin() {
    setDone(null)
    const typed = name.trim()
    setAsked(typed)
    const chosen = shared.find(({ value }) => value === which)
    const one = chosen ? { person: chosen.value } : {}
    const signing = { deed: deed(chosen ? `${typed} (${chosen.says})` : typed), consequence }
    if (what === 'lock') void lock.carryOut({ incident, email: typed, ...one }, signing)
    else if (what === 'revoke') void revoke.carryOut({ incident, email: typed, ...one }, signing)
    else if (what === 'freeze') void freeze.carryOut({ incident, tenant: typed }, signing)
    else if (what === 'revokeInTenant') void revokeInTenant.carryOut({ incident, tenant: typed }, signing)
    else void cordon.carryOut({ incident, of: what, name: typed }, signing)
  }
  const malformed = no?.reason === 'person_shared' ? undefined : no?.fields.find((wrong) => wrong.field !== 'incident')
  const problem = no === null ? null : malformed ? sayWrong(name, malformed.says) : ofTheName.has(no.reason) ? `${no.says} ${no.fix}` : null
  return (
    <>
      <Form problems={problem === null ? [] : [{ field: 'name', label: field, says: problem }]} dirty={name.trim() !== ''} onSubmit={begin}>
        {done && <Strip tone="ok">{done}</Strip>}
        <Refused no={problem === null ? no : null} />
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Select label="What to contain" name="what" value={what} onChoose={(word) => isWhat(word) && setWhat(word)} options={Object.entries(whats).map(([value, { says }]) => ({ value, says }))} />
          <div className="w-full max-w-96"><Field label={field} name="name" value={name} onType={setName} problem={problem} autoComplete="off" spellCheck={false} autoCapitalize="none" /></div>
          {shared.length > 0 && <Select label="Which of them" name="which" value={which} none="Choose" onChoose={setWhich} options={shared} />}
        </div>
        <div><Button look="primary" type="submit" isSaving={all.some(({ isSending }) => isSending)} whyNot={whyNot}>Contain</Button></div>
      </Form>
      <StepUpDialog stepUp={command.stepUp} />
    </>
  )
}
