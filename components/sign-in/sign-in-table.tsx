import { browserOf } from '~/components/sessions/browser-of'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SignInShown } from '~/server/sign-in/list-sign-ins'
import { methodWord, outcomeOf, reasonWord } from './sign-in-words'

/** Who came in by this name, or tried to: what one did not do oneself is what one looks for. */
export function SignInTable({ signIns }: { signIns: readonly SignInShown[] }) {
  return (
    <Table label="Sign-ins">
      <Head columns={[{ says: 'When', sorted: 'descending' }, 'Outcome', 'With', 'From', 'Browser']} />
      <tbody>
        {signIns.map(({ at, way, provider, outcome, reason, sourceAddress, userAgent }) => {
          const { tone, says } = outcomeOf(outcome)
          return (
            <Row key={`${at} ${way} ${sourceAddress}`}>
              <Name plain><Exact at={at} /></Name>
              <Cell><Badge tone={tone}>{says}{reason === null ? '' : `: ${reasonWord(reason)}`}</Badge></Cell>
              <Cell>{sentence(methodWord(way))}{provider !== null && <> at {provider}</>}</Cell>
              <Cell><span className="name">{sourceAddress}</span></Cell>
              <Cell><span title={userAgent}>{browserOf(userAgent)}</span></Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
