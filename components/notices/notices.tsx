'use client'
import { useState } from 'react'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'
import type { NoticeShown } from '~/server/notices/list-notices'
import { noticeRefusals } from '~/server/notices/notice.refusals'
import { noticeWords } from './notice-words'

/** What happened to somebody's account, on every page until they say that they know. */
export function Notices({ notices }: { notices: readonly NoticeShown[] }) {
  const [knowing, setKnowing] = useState<string | null>(null)
  const acknowledge = useCommand('notices.acknowledge', noticeRefusals, () => undefined)
  if (notices.length === 0) return null
  return (
    <section aria-label="What you must know" className="grid gap-2">
      <Refused no={acknowledge.no} />
      {notices.map(({ notice, kind, body, path, at }) => {
        const { says, fix } = noticeWords[kind](body)
        const know = () => {
          setKnowing(notice)
          void acknowledge.carryOut({ notice })
        }
        return (
          <Strip key={notice} tone="notice" action={<Button size="dense" isSaving={acknowledge.isSending && knowing === notice} onClick={know} aria-label={`I know: ${says}`}>I know</Button>}>
            <strong className="font-medium text-notice">{says}</strong> <Exact at={at} />. {fix} {path !== null ? <Link href={path}>Look</Link> : kind !== 'allocation_preempted' && <Link href={paths.security()}>Security</Link>}
          </Strip>
        )
      })}
    </section>
  )
}
