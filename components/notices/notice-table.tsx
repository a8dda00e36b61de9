'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
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
  const isUnread = notices.some(({ readAt, kind }) => readAt === null && !stands(kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Refused no={acknowledge.no ?? all.no} />
      {isUnread && <div><Button isSaving={all.isSending} onClick={() => void all.carryOut({ until })}>Mark all as read</Button></div>}
      <Table label="Notices">
        <Head columns={[{ says: 'When', sorted: 'descending' }, 'State', 'Notice', { says: 'Actions', hidden: true }]} />
        <tbody>
          {notices.map(({ notice, kind, body, path, at, readAt }) => {
            const { says, fix } = noticeWords[kind](body)
            return (
              <Row key={notice}>
                <Name plain><Exact at={at} /></Name>
                <Cell>{readAt === null ? <Badge tone="notice">Unread</Badge> : <Badge tone="neutral">Read</Badge>}</Cell>
                <Cell wide>{says} {path === null ? fix : <Link href={path}>{fix}</Link>}</Cell>
                <Cell figure>{readAt === null && <Button size="dense" isSaving={acknowledge.isSending && reading === notice} onClick={() => read(notice)} aria-label={`Mark as read: ${says}`}>Mark as read</Button>}</Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
