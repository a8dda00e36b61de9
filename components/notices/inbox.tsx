'use client'
import { usePathname } from 'next/navigation'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Menu } from '~/components/ui/menu'
import { Exact } from '~/components/ui/moment'
import type { Inbox as InboxShown, NoticeShown } from '~/server/notices/list-notices'
import { noticeRefusals } from '~/server/notices/notice.refusals'
import { noticeWords, placeOfNotice } from './notice-words'

const most = 99
/** What waits for somebody, wherever they are. To follow one is to have read it. */
export function Inbox({ inbox: { unread, newest } }: { inbox: InboxShown }) {
  const count = unread > most ? `${most}+` : String(unread)
  return (
    <Menu
      id="inbox" label="Notices" name={unread === 0 ? 'Notices, none unread' : `Notices, ${count} unread`} side="right" path={usePathname()}
      opener={<><Icon name="bell" />{unread > 0 && <span className="rounded-badge bg-notice-tint px-1.5 text-small text-notice">{count}</span>}</>}
    >
      {newest.length === 0 ? <p className="px-3 py-2 text-dense text-quiet">Nothing unread.</p> : <Newest notices={newest} />}
      <hr className="my-1 border-line" />
      <p className="px-3 py-1"><Link href={paths.notices()}>All notices</Link></p>
    </Menu>
  )
}

function Newest({ notices }: { notices: readonly NoticeShown[] }) {
  const acknowledge = useCommand('notices.acknowledge', noticeRefusals, () => undefined)
  return (
    <ul aria-label="Newest notices" className="w-80 max-w-full">
      {notices.map(({ notice, kind, body, path, at }) => (
        <li key={notice}>
          <Link href={placeOfNotice(path)} onClick={() => void acknowledge.carryOut({ notice })} className="quiet-motion grid gap-0.5 rounded-control px-3 py-2 text-strong hover:bg-hover">
            <span className="wrap-anywhere">{noticeWords[kind](body).says}</span> <span className="text-dense text-quiet"><Exact at={at} /></span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
