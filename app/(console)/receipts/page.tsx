import type { Metadata } from 'next'
import { LogLine } from '~/components/audit/log-line'
import { ReceiptForm } from '~/components/receipts/receipt-form'
import { Badge } from '~/components/ui/badge'
import { FileLink } from '~/components/ui/file-link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { me, onPage } from '~/server/api/caller'
import { many } from '~/server/shared/many'
import { reasonNot } from '../deeds'
import { Screen } from '../screen'
import { Section } from '../section'

export const metadata: Metadata = { title: 'Receipts' }

export default async function Receipts() {
  const { standing } = await me()
  const mayList = standing('receipts.enrolments').may
  const [log, list, whyNot] = await Promise.all([onPage((door) => door.audit.log({})), mayList ? onPage((door) => door.receipts.enrolments({})) : null, reasonNot('receipts.verify', 'check receipts')])
  return (
    <Screen title="Receipts" says={<p>A receipt shows who agreed to exactly what. It can be checked here, or by anybody anywhere with <span className="name">npm run verify</span>.</p>}>
      <ReceiptForm whyNot={whyNot} />
      <Section title="The log">
        <LogLine log={log} />
        <Properties items={[
          { says: 'Key', value: <span className="name">{log.key}</span>, copy: log.key },
          ...(log.checkpoint === null ? [] : [{ says: 'Checkpoint', value: <pre className="name whitespace-pre-wrap wrap-anywhere">{log.checkpoint}</pre>, copy: log.checkpoint }]),
        ]} />
        {log.lost.map(({ key, size }) => <p key={key}><Badge tone="notice">Lost</Badge> The key <span className="name">{key}</span> signed this log until it had {many(size, 'record')}, and was lost: another goes on without its word. Whoever was told that one is to be told the key of now by another way.</p>)}
        {log.handovers !== null && <p>Other keys signed this log before. With <FileLink href="/api/handovers">the handovers</FileLink>, whoever was told the key of now{log.lost.length === 0 && ', or any of those before,'} checks what each of them signed, by <span className="name">npm run verify</span> with <span className="name">--handovers</span>.</p>}
      </Section>
      {list?.at && (
        <Section title="Enrolments">
          <p>Whose passkeys there are, signed by the log’s key on <Exact at={list.at} />: with <FileLink href="/api/enrolments">the list of enrolments</FileLink>, given as <span className="name">--keys</span>, a stranger finds out who signed.</p>
        </Section>
      )}
    </Screen>
  )
}
