import { formatAmount } from '~/components/quotas/amount'
import { Icon } from '~/components/ui/icon'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { resourceWord } from './amounts'
import { levelWord } from './level-word'
import type { FitShown } from './prepare-inputs'

const figures = ['nominal', 'hard', 'used', 'held'] as const

/** Quota as it stood, from the organisation down. Where the figures are not the reader’s to know there is only the answer. */
export function FitTable({ label, fits }: { label: string; fits: readonly FitShown[] }) {
  return (
    <Table label={label}>
      <Head columns={['Account', 'Room', ...figures.map((figure) => ({ says: `${figure.charAt(0).toUpperCase()}${figure.slice(1)}`, figure: true as const }))]} />
      <tbody>
        {fits.map((fit) => (
          <Row key={`${fit.level} ${fit.resource}`}>
            <Name plain>{levelWord(fit.level)} <span className="font-normal text-plain">{resourceWord(fit.resource)}</span></Name>
            <Cell><span className="inline-flex items-center gap-1">{fit.fits ? <Icon name="check" className="size-3.5 text-ok-mark" /> : <Icon name="cross" className="size-3.5 text-danger-mark" />}{fit.fits ? 'Fits' : 'Does not fit'}</span></Cell>
            {figures.map((figure) => <Cell key={figure} figure>{fit.figures && formatAmount(fit.resource, fit.figures[figure])}</Cell>)}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
