'use client'
import { announce } from '~/components/shell/announcer'
import { Button } from '~/components/ui/button'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { decideLacking, withShipped } from '~/server/levels/decide-lacking'
import type { LevelRule } from '~/server/levels/decide-level'
import type { Draft } from './read-rules'
import { lackingWords, sayRule } from './say-levels'

/** What the product ships and these rules do not have, with a way to put it in. Nothing is there where nothing is lacking. `onChange` is null for whoever only looks. */
export function LackingRules({ draft, shipped, onChange }: { draft: Draft; shipped: readonly LevelRule[]; onChange: ((draft: Draft) => void) | null }) {
  const lacking = decideLacking(draft.rules, shipped)
  if (lacking.length === 0) return null
  function put({ id, title }: LevelRule) {
    const rules = withShipped(draft.rules, shipped, id)
    onChange?.({ ...draft, rules })
    announce(`${title} is rule ${rules.findIndex((rule) => rule.id === id) + 1} of ${rules.length} now.`)
  }
  return (
    <section aria-label="Shipped and not here" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-section font-semibold text-strong">Shipped and not here</h3>
      <p className="max-w-[80ch]">Rules that the product ships and these do not have, or have with less. What is put in stands at the place that it is shipped at, and holds when it is signed.</p>
      <Table label="Shipped and not here">
        <Head columns={['Rule', 'Keeps', { says: 'Of' }, { says: 'Here' }, ...(onChange ? [{ says: 'Put in', hidden: true } as const] : [])]} />
        <tbody>
          {lacking.map(({ rule, because }) => (
            <Row key={rule.id}>
              <Name plain><span className="block w-40 whitespace-normal md:w-64">{rule.title}</span></Name>
              <Cell>{rule.level}</Cell><Cell wide>{sayRule(rule)}</Cell><Cell>{lackingWords[because]}</Cell>
              {onChange && <Cell><Button aria-label={`Put in ${rule.title}`} onClick={() => put(rule)}>Put in</Button></Cell>}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
