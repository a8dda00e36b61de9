import { resourceWord } from '~/components/allocations/amounts'
import { figureOf, formatAmount } from '~/components/quotas/amount'
import { Icon } from '~/components/ui/icon'
import { Cell, Head, Row, Table } from '~/components/ui/table'
import type { LedgerLine } from './prepare-ledger'

const levels: Readonly<Record<string, string>> = { organisation: 'Organisation', tenant: 'Tenant', namespace: 'Namespace', class: 'Class' }

/** What every account on the way has taken, before a yes and after it. Where the figures are not the reader's to know there is only whether it fits. */
export function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <Table label="What it takes">
      <Head columns={['Account', 'Resource', { says: 'Taken now', figure: true }, { says: 'After a yes', figure: true }, { says: 'Own share', figure: true }, { says: 'Ceiling', figure: true }, 'Room']} />
      <tbody>
        {lines.map(({ level, resource, fits, figures }) => (
          <Row key={`${level} ${resource}`}>
            <th scope="row" className="bg-panel px-3 py-1 text-left font-medium whitespace-nowrap text-strong">{levels[level] ?? level}</th>
            <Cell>{resourceWord(resource)}</Cell>
            <Cell figure>{figures && figureOf(resource, figures.before)}</Cell>
            <Cell figure>{figures && <strong className="font-medium text-strong">{formatAmount(resource, figures.after)}</strong>}</Cell>
            <Cell figure>{figures && formatAmount(resource, figures.nominal)}</Cell>
            <Cell figure>{figures && formatAmount(resource, figures.hard)}</Cell>
            <Cell><span className="inline-flex items-center gap-1"><Icon name={fits ? 'check' : 'cross'} className={`size-3.5 ${fits ? 'text-ok-mark' : 'text-danger-mark'}`} />{fits ? 'Fits' : 'Does not fit'}</span></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
