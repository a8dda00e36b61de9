import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { PolicyShown } from '~/server/policies/policy'
import { policyWords } from './policy-words'

/** What is said, of whom, and since when. `at` is where a policy has its page. */
export function PolicyTable({ label, policies, at }: { label: string; policies: readonly PolicyShown[]; at: (policy: PolicyShown) => string }) {
  return (
    <Table label={label}>
      <Head columns={['Policy', { says: 'Says' }, 'Version', 'Since']} />
      <tbody>
        {policies.map((policy) => {
          const { title, says } = policyWords(policy.of, policy.kind)
          return (
            <Row key={`${policy.of} ${policy.kind}`}>
              <Name plain href={at(policy)}>{title}</Name><Cell wide>{says}</Cell>
              <Cell>{policy.version ?? <span className="text-quiet">as usual</span>}</Cell><Cell>{policy.since ? <Exact at={policy.since} /> : '—'}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
