import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Select } from '~/components/ui/selection'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { LineShown } from '~/server/reviews/list-reviews'
import { reviewRefusals } from '~/server/reviews/review.refusals'
import { many } from '~/server/shared/many'
import { factorsOf, lineWords, whatOf, whoOf } from './review-words'

/** Why this one is not theirs to decide now; null where it is. */
export function whyNotDecide({ own, state, asked }: Pick<LineShown, 'own' | 'state' | 'asked'>, onPlatform: boolean): string | null {
  if (own) return `${reviewRefusals.own_access.says} ${reviewRefusals.own_access.fix}`
  if (onPlatform && asked !== 'platform') return reviewRefusals.not_asked.says
  return state === 'open' || state === 'kept' ? null : reviewRefusals.is_over.says
}

/** A line for each thing that is held, with what it can be judged by. */
export function LineTable({ lines, onPlatform, decides, now }: { lines: readonly LineShown[]; onPlatform: boolean; decides: boolean; now: Date }) {
  return (
    <Table label="What is held" selects={decides}>
      <Head selects={decides} columns={['Who', 'State', 'Holds', 'Where', 'Last used', 'Second factor', 'Since', 'Given by', 'Ends']} />
      <tbody>
        {lines.map((line) => (
          <Row key={line.line}>
            {decides && <Select id={line.line} says={`${whoOf(line)}, ${whatOf(line)}`} whyNot={whyNotDecide(line, onPlatform)} />}
            <Name plain>{whoOf(line)}</Name>
            <Cell><Badge tone={lineWords[line.state].tone}>{lineWords[line.state].says}</Badge>{line.decidedBy !== null && <span className="text-quiet"> by {line.decidedBy}</span>}{!onPlatform && line.asked === 'platform' && line.state === 'open' && <span className="text-quiet"> The platform is asked</span>}</Cell>
            <Cell>{whatOf(line)}{line.isDisabled && <span className="text-quiet">, account disabled</span>}</Cell>
            <Cell>{whereOf(line)}</Cell>
            <Cell><LastUsed line={line} now={now} /></Cell>
            <Cell>{line.kind === 'role' ? factorsOf(line.factors) : ''}</Cell>
            <Cell><Exact at={line.since} /></Cell>
            <Cell>{line.kind === 'token' ? 'Made by its owner' : line.grantedBy}</Cell>
            <Cell>{line.until !== null && <Exact at={line.until} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function whereOf({ kind, namespace, people, provider, actions }: LineShown): React.ReactNode {
  if (kind === 'token') return many(actions ?? 0, 'action')
  const where = namespace === null ? 'All of it' : <span className="name">{namespace}</span>
  return kind === 'group' ? <>{where}<span className="text-quiet">, {many(people ?? 0, 'person', 'people')} of {provider}</span></> : where
}
/** A person’s last sign-in, a token’s last call. Sign-ins are known for a month. */
function LastUsed({ line: { kind, signedInAt, usedAt }, now }: { line: LineShown; now: Date }) {
  if (kind === 'group') return null
  const at = kind === 'token' ? usedAt : signedInAt
  if (at !== null) return <Ago at={at} now={now} />
  return kind === 'token' ? <>Never</> : <Unknown why="No sign-in in the last 30 days: for so long they are kept." />
}
