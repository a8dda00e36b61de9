import { resourceWord } from '~/components/allocations/amounts'
import { levelWord } from '~/components/allocations/level-word'
import { formatAmount } from '~/components/quotas/amount'
import { Icon } from '~/components/ui/icon'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { LedgerLine } from './prepare-ledger'

/** What the table is called, and its columns of what there is then: `hardNow` where the ceiling becomes another. */
export type LedgerWords = { readonly label: string; readonly after: string; readonly hardNow: string | null; readonly hard: string; readonly fits: readonly [yes: string, no: string] }
export const signingWords: LedgerWords = { label: 'What it takes', after: 'After a yes', hardNow: null, hard: 'Ceiling', fits: ['Fits', 'Does not fit'] }

/** The organisation's figures are made of what its other tenants use. */
const whyNoFigures = 'What lies above you has others’ work in it: of that you are told whether it fits.'

/** What every account on the way has taken of a resource, before a deed and after it. Whether it fits comes first, for on a phone the rest is beyond the edge. Where the figures are not the reader's to know there is only whether it fits. */
export function LedgerTable({ lines, words }: { lines: readonly LedgerLine[]; words: LedgerWords }) {
  return (
    <Table label={words.label}>
      <Head columns={['Account', 'Room', { says: 'Taken now', figure: true }, { says: words.after, figure: true }, { says: 'Own share', figure: true }, ...(words.hardNow === null ? [] : [{ says: words.hardNow, figure: true } as const]), { says: words.hard, figure: true }]} />
      <tbody>
        {lines.map(({ level, account, resource, fits, figures }) => (
          <Row key={`${account} ${resource}`}>
            <Name plain>{levelWord(level)} <span className="font-normal text-plain">{sentence(resourceWord(resource))}</span></Name>
            <Cell><span className="inline-flex items-center gap-1"><Icon name={fits ? 'check' : 'cross'} className={`size-3.5 ${fits ? 'text-ok-mark' : 'text-danger-mark'}`} />{words.fits[fits ? 0 : 1]}</span></Cell>
            <Cell figure>{figures ? formatAmount(resource, figures.before) : <Unknown why={whyNoFigures} />}</Cell>
            <Cell figure>{figures && <strong className="font-medium text-strong">{formatAmount(resource, figures.after)}</strong>}</Cell>
            <Cell figure>{figures && formatAmount(resource, figures.nominal)}</Cell>
            {words.hardNow !== null && <Cell figure>{figures && formatAmount(resource, figures.hardNow ?? figures.hard)}</Cell>}
            <Cell figure>{figures && formatAmount(resource, figures.hard)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
