import type { ValueOf } from '~/components/shell/answer'
import { Badge, type Tone } from '~/components/ui/badge'
import { Properties } from '~/components/ui/properties'

type Shown = ValueOf<'receipts.verify'>
const tones: Record<Shown['verdict'], Tone> = { valid: 'ok', holder_unproven: 'notice', weaker: 'notice', invalid: 'danger' }
const marks: Record<Shown['findings'][number]['mark'], { tone: Tone; says: string }> = { good: { tone: 'ok', says: 'Shown' }, bad: { tone: 'danger', says: 'Wrong' }, unknown: { tone: 'unknown', says: 'Not shown' } }

/** What a receipt shows: the verdict first, what was agreed to, and each thing that was looked at. */
export function ReceiptShown({ shown: { verdict, title, says, fix, lines, findings, noted } }: { shown: Shown }) {
  return (
    <section aria-labelledby="verdict" className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="grid gap-1">
        <h2 id="verdict" className="text-section"><Badge tone={tones[verdict]}>{title}</Badge></h2>
        <p className="text-strong">{says}</p>
        {fix && <p>{fix}</p>}
      </div>
      <Properties items={lines.map(([name, value]) => ({ says: name, value }))} />
      <table aria-label="What was looked at" className="w-full border-collapse text-dense">
        <tbody>
          {findings.map((finding) => (
            <tr key={finding.check} className="border-t border-line">
              <td className="w-28 py-1 pr-3 align-top"><Badge tone={marks[finding.mark].tone}>{marks[finding.mark].says}</Badge></td>
              <th scope="row" className="py-1 text-left font-normal">{finding.says}</th>
            </tr>
          ))}
        </tbody>
      </table>
      {noted.length > 0 && <ul className="grid gap-1 text-dense text-quiet">{noted.map((line) => <li key={line}>{line}</li>)}</ul>}
    </section>
  )
}
