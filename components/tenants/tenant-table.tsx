'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Strip } from '~/components/ui/strip'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { TenantState } from './tenant-state'

type Tenant = { tenant: string; organisation: string; title: string; frozenAt: string | null }
const consequences = {
  freeze: 'Nothing in it can be changed until it is thawed. All of it can be read, and what runs goes on.',
  thaw: 'What is in it can be changed again, by whoever may.',
}

export function TenantTable({ tenants, whyNot }: { tenants: Tenant[]; whyNot: { freeze: string | null; thaw: string | null } }) {
  const [done, setDone] = useState<string | null>(null)
  const [last, setLast] = useState<{ tenant: string; verb: 'freeze' | 'thaw' } | null>(null)
  const say = (says: string) => {
    setDone(says)
    announce(says)
  }
  const freeze = useCommand('tenants.freeze', tenantRefusals, ({ tenant }) => say(`${tenant} is frozen.`))
  const thaw = useCommand('tenants.thaw', tenantRefusals, ({ tenant }) => say(`${tenant} is thawed.`))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {done && <Strip tone="info">{done}</Strip>}
      <Refused no={last && { freeze, thaw }[last.verb].no} />
      <Table label="Tenants">
        <Head columns={[{ says: 'Tenant', sorted: 'ascending' }, 'State', 'Title', 'Organisation', { says: 'Actions', hidden: true }]} />
        <tbody>
          {tenants.map(({ tenant, title, organisation, frozenAt }) => {
            const [verb, word, command] = frozenAt === null ? (['freeze', 'Freeze', freeze] as const) : (['thaw', 'Thaw', thaw] as const)
            const begin = () => {
              setDone(null)
              setLast({ tenant, verb })
              void command.carryOut({ tenant }, { deed: `${word} tenant ${tenant}`, consequence: consequences[verb] })
            }
            return (
              <Row key={tenant}>
                <Name>{tenant}</Name><Cell><TenantState frozenAt={frozenAt} /></Cell><Cell>{title}</Cell><Cell>{organisation}</Cell>
                <Cell figure><Button size="dense" whyNot={whyNot[verb]} isSaving={command.isSending && last?.tenant === tenant} onClick={begin} aria-label={`${word} ${tenant}`}>{word}</Button></Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      <StepUpDialog stepUp={freeze.stepUp ?? thaw.stepUp} />
    </div>
  )
}
