'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { RowMenu } from '~/components/ui/row-menu'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { factorRefusals } from '~/server/factors/factor.refusals'
import type { FactorShown } from '~/server/factors/list-factors'

const kinds = { passkey: 'Passkey', code: 'Code generator' }
/** Whether a lost device is a lost passkey. */
const kept = ({ kind, isBackedUp }: FactorShown) => (kind === 'code' ? '' : isBackedUp === null ? 'On its device only' : isBackedUp ? 'Backed up' : 'Not backed up yet')

/** `isExempt` is who need not wait for a day: the demo’s people, and each receipt of theirs says so. */
export function FactorTable({ factors, now, isExempt, whyNot }: { factors: readonly FactorShown[]; now: string; isExempt: boolean; whyNot: { rename: Reason | null; remove: Reason | null } }) {
  const [removing, setRemoving] = useState('')
  const remove = useCommand('factors.remove', factorRefusals, () => announce(`${removing} was removed.`))
  const at = new Date(now)
  const begin = ({ factor, kind, label }: FactorShown) => {
    setRemoving(label)
    void remove.carryOut({ factor }, { deed: `Remove the ${kinds[kind].toLowerCase()} “${label}”`, consequence: 'Nobody can come in or confirm anything with it any more.' })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Refused no={remove.no} />
      <Table label="Second factors">
        <Head columns={['Name', 'State', 'Kind', 'Kept', { says: 'Added', sorted: 'ascending' }, 'Last used', { says: 'Actions', hidden: true }]} />
        <tbody>
          {factors.map((one) => (
            <Row key={one.factor}>
              <Name plain>{one.label}</Name>
              <Cell>{new Date(one.settledAt) <= at ? <Badge tone="ok">Approves</Badge> : isExempt ? <Badge tone="ok">Approves: the demo does not wait</Badge> : <Badge tone="notice">New: approves from <Exact at={one.settledAt} /></Badge>}</Cell>
              <Cell>{kinds[one.kind]}</Cell>
              <Cell>{kept(one)}</Cell>
              <Cell><Exact at={one.createdAt} /></Cell>
              <Cell>{one.lastUsedAt && <Ago at={one.lastUsedAt} now={at} />}</Cell>
              <Cell figure>
                <RowMenu of={one.label} actions={[{ says: 'Rename', href: paths.renameFactor(one.factor), whyNot: whyNot.rename }, { says: 'Remove', onSelect: () => begin(one), whyNot: whyNot.remove }]} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <StepUpDialog stepUp={remove.stepUp} />
    </div>
  )
}
