import { roleWord } from '~/components/shell/why-not'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { isHeld, RoleState } from './role-state'
import { UnbindGroup } from './unbind-group'
import { type Provider, titleOf } from './wish'

type Group = { groupBinding: string; provider: string; group: string; role: string; namespace: string | null; since: string; until: string | null; grantedBy: string; people: number }

/** One line for each role a group has or had. */
export function GroupTable({ tenant, groups, providers, now, whyNot, isPast = false }: { tenant: string; groups: Group[]; providers: readonly Provider[]; now: Date; whyNot: Reason | null; /** As of a moment that has passed, in which nothing is done. */ isPast?: boolean }) {
  return (
    <Table label="Groups">
      <Head columns={[{ says: 'Group', sorted: 'ascending' }, 'State', 'Role', 'Where', { says: 'People', figure: true }, 'Provider', 'Since', 'Given by', ...(isPast ? [] : [{ says: 'Actions', hidden: true } as const])]} />
      <tbody>
        {groups.map(({ groupBinding, provider, group, role, namespace, since, until, grantedBy, people }) => {
          const word = sentence(roleWord(role))
          return (
            <Row key={groupBinding}>
              <Name plain>{group}</Name>
              <Cell><RoleState until={until} now={now} /></Cell>
              <Cell>{word}</Cell>
              <Cell>{namespace === null ? 'The whole tenant' : <span className="name">{namespace}</span>}</Cell>
              <Cell figure>{people}</Cell>
              <Cell>{titleOf(providers, provider)}</Cell>
              <Cell><Exact at={since} /></Cell>
              <Cell>{grantedBy}</Cell>
              {!isPast && <Cell figure>{isHeld(until, now) && <UnbindGroup tenant={tenant} groupBinding={groupBinding} group={group} role={word} where={namespace ?? tenant} whyNot={whyNot} />}</Cell>}
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
