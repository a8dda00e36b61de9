import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Recent } from '~/server/levels/list-recent'
import { figure } from '~/server/shared/figure'
import type { Shown } from './prepare-levels'
import { levelWords, sayHit, sayOthers } from './say-levels'

const shownMost = 40
const outcomeWords: Readonly<Record<string, string>> = { done: 'done', refused: 'refused', denied: 'denied', fault: 'went wrong' }

/** How many records of the last days would have been kept at which level, and of each sort the newest, with the rule that has it. */
export function SampleTable({ shown: { levels, samples, others }, recent: { looked, told, since }, now }: { shown: Shown; recent: Recent; now: Date }) {
  if (looked === 0) return <p>Nothing was recorded in the last seven days.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>{sayOthers(others, told)} Counted since <Exact at={since} />{looked > told && `, without ${figure(looked - told)} of rarer sorts`}. What was not kept is not counted.</p>
      <Table label="Records by level">
        <Head columns={['Level', { says: 'Keeps' }, { says: 'As it is', figure: true }, { says: 'Under this', figure: true }]} />
        <tbody>
          {levels.map(({ level, before, after }) => (
            <Row key={level}><Name plain>{levelWords[level].word}</Name><Cell wide>{levelWords[level].says}</Cell><Cell figure>{figure(before)}</Cell><Cell figure>{before === after ? figure(after) : <strong className="font-semibold text-strong">{figure(after)}</strong>}</Cell></Row>
          ))}
        </tbody>
      </Table>
      <Table label="What was recorded lately">
        <Head columns={['What', 'Outcome', 'Level', { says: 'Rule' }, 'As', 'Where', { says: 'Times', figure: true }, 'Newest']} />
        <tbody>
          {samples.slice(0, shownMost).map(({ key, sort, many, hit, before, isOther }) => (
            <Row key={key}>
              <Name>{`${sort.resource}.${sort.verb}`}</Name><Cell>{outcomeWords[sort.outcome] ?? sort.outcome}</Cell>
              <Cell>{isOther ? <Badge tone="info">{before} → {hit.level}</Badge> : hit.level}</Cell><Cell wide>{sayHit(hit)}</Cell>
              <Cell>{sort.actors.join(', ')}</Cell><Cell><span className="name">{[sort.tenant, sort.namespace].filter(Boolean).join(' / ')}</span></Cell><Cell figure>{figure(many)}</Cell><Cell><Ago at={sort.newest} now={now} /></Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {samples.length > shownMost && <p className="text-dense text-quiet">And {figure(samples.length - shownMost)} rarer sorts.</p>}
    </div>
  )
}
