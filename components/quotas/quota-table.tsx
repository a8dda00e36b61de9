import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { formatAmount } from './amount'
import { QuotaMeter } from './quota-meter'

export type QuotaShown = { namespace: string | null; resource: string; limit: string; used: string; held: string; unshared: string; version: string }
type Props = {
  tenant: string; quotas: QuotaShown[]; whyNot: Reason | null
  /** Where the panel of this quota is. */
  change: (namespace: string, resource: string) => string; changing: { namespace: string; resource: string } | null
}

/** The tenant's own share first, then what each namespace may hold of it. */
export function QuotaTable({ tenant, quotas, whyNot, change, changing }: Props) {
  const reachesTenant = quotas.some(({ namespace }) => namespace === null)
  const columns = ['Resource', 'Use', ...(reachesTenant ? [{ says: 'Not given yet', figure: true as const }] : []), { says: 'Actions', hidden: true as const }]
  const accounts = [...new Set(quotas.map(({ namespace }) => namespace))]
  return (
    <Table label="Quotas">
      <Head columns={columns} />
      {accounts.map((account) => (
        <tbody key={account ?? ''} {...(account === null ? {} : { id: account })}>
          <tr className="border-t border-line">
            <th scope="rowgroup" colSpan={columns.length} className="h-(--row) px-3 pt-2 text-left font-semibold text-strong">
              <span className="sticky left-3">{account === null ? <>The tenant, <span className="name">{tenant}</span></> : <>Namespace <span className="name">{account}</span></>}</span>
            </th>
          </tr>
          {quotas.filter(({ namespace }) => namespace === account).map((quota) => (
            <Row key={quota.resource}>
              {account === null ? <Name>{quota.resource}</Name> : <Name href={change(account, quota.resource)}>{quota.resource}</Name>}
              <Cell wide><QuotaMeter amounts={quota} /></Cell>
              {reachesTenant && <Cell figure>{account === null && formatAmount(quota.resource, quota.unshared)}</Cell>}
              <Cell figure>{account !== null && <Change namespace={account} resource={quota.resource} whyNot={whyNot} change={change} changing={changing} />}</Cell>
            </Row>
          ))}
        </tbody>
      ))}
    </Table>
  )
}

function Change({ namespace, resource, whyNot, change, changing }: { namespace: string; resource: string } & Pick<Props, 'whyNot' | 'change' | 'changing'>) {
  const name = `Change ${resource} of ${namespace}`
  if (whyNot !== null) return <Button size="dense" whyNot={whyNot} aria-label={name}>Change</Button>
  const isOpen = changing?.namespace === namespace && changing.resource === resource
  return <Link href={change(namespace, resource)} current={isOpen} className={`${buttonClass({ size: 'dense' })} aria-[current]:bg-accent-tint`}>Change<span className="sr-only"> {resource} of {namespace}</span></Link>
}
