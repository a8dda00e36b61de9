'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Row, Sentence, Table } from '~/components/ui/table'
import { stands } from '~/server/identity/notice'
import type { NoticeShown } from '~/server/notices/list-notices'
import { noticeRefusals } from '~/server/notices/notice.refusals'
import { many } from '~/server/shared/many'
import { noticeWords } from './notice-words'

/** `until` is when the page was read: what came later was not seen, and is not read. */
export function NoticeTable({ notices, until }: { notices: readonly NoticeShown[]; until: string }) {
  const [reading, setReading] = useState<string | null>(null)
  const acknowledge = useCommand('notices.acknowledge', noticeRefusals, () => announce('The notice is read.'))
  const all = useCommand('notices.acknowledgeAll', noticeRefusals, ({ read }) => announce(`${many(read, 'notice is', 'notices are')} read.`))
  const read = (notice: string) => {
    setReading(notice)
    void acknowledge.carryOut({ notice })
  }
  const areUnread = notices.some(({ readAt, overAt, kind }) => readAt === null && overAt === null && !stands(kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Refused no={acknowledge.no ?? all.no} />
      {areUnread && <div><Button isSaving={all.isSending} onClick={() => void all.carryOut({ until })}>Mark all as read</Button></div>}
      <Table label="Notices">
        <Head columns={['Notice', 'State', { says: 'When', sorted: 'descending' }, { says: 'Actions', hidden: true }]} />
        <tbody>
          {notices.map(({ notice, kind, body, path, at, readAt, overAt }) => {
            const { says, fix: todo } = noticeWords[kind](body)
            const fix = overAt === null ? todo : 'That is over. Look at what became of it.'
            const isUnread = readAt === null && overAt === null
            return (
              <Row key={notice}>
                <Sentence>{says} {path === null ? fix : <Link href={path}>{fix}</Link>}</Sentence>
                <Cell>{isUnread ? <Badge tone="notice">Unread</Badge> : <Badge tone="neutral">{readAt === null ? 'Over' : 'Read'}</Badge>}</Cell>
                <Cell><Exact at={at} /></Cell>
                <Cell figure>{isUnread && <Button size="dense" isSaving={acknowledge.isSending && reading === notice} onClick={() => read(notice)} aria-label={`Mark as read: ${says}`}>Mark as read</Button>}</Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
