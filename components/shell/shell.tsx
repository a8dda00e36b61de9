import { GlassOpen } from '~/components/break-glass/glass-open'
import { Elevated } from '~/components/elevations/elevated'
import { Inbox } from '~/components/notices/inbox'
import type { SessionEnds } from '~/components/sessions/decide-ending'
import { SessionEnd } from '~/components/sessions/session-end'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import type { Inbox as InboxShown } from '~/server/notices/list-notices'
import { Announcer } from './announcer'
import { Breadcrumbs } from './breadcrumbs'
import { Live } from './live'
import { NotDone } from './not-done'
import { Overlays } from './overlays'
import { paths } from './paths'
import type { Ways } from './place'
import { PlaceMenu } from './place-menu'
import { SearchButton } from './search-button'
import { Sidebar } from './sidebar'
import { StateLine } from './state-line'
import { Whose } from './whose'
import { YouMenu } from './you-menu'

export type You = { person: string; name: string; email: string }
/** Until when the session goes on, and until when its owner may change things on the platform; `now` is when that was so. */
export type Until = SessionEnds & { now: string; elevatedUntil: string | null; breakGlassUntil: string | null }
/** That somebody on the platform can act alone now, for whoever works there. */
type GlassSeen = { opensAt: string; until: string }
/** How many requests wait for this person's word, where that is known, and where they are. */
export type Waiting = { count: number; href: string }

export function Shell({ you, until, map, inbox, waiting = null, glass = null, children }: { you: You; until: Until; glass?: GlassSeen | null; map: Ways; inbox: InboxShown; waiting?: Waiting | null; children: React.ReactNode }) {
  const seen = until.breakGlassUntil === null ? glass : { opensAt: until.now, until: until.breakGlassUntil }
  const alone = seen && <GlassOpen {...seen} now={until.now} isOwn={until.breakGlassUntil !== null} />
  return (
    <>
      <a href="#content" className="sr-only rounded-control border border-line-control bg-panel text-accent print:hidden focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-menu) focus:px-3 focus:py-1">Skip to the content</a>
      <div className="sticky top-0 z-(--z-bar) max-[18rem]:relative print:hidden">
        <header className="relative border-b border-line bg-panel px-3 has-data-[place=platform]:border-accent md:px-4">
          {/* Where not even a phone is wide enough for the letters that somebody chose, what is done from everywhere has a line of its own. */}
          <div className="flex h-[calc(var(--bar)-1px)] items-center gap-1 max-[18rem]:h-auto max-[18rem]:flex-wrap max-[18rem]:py-2">
            <button type="button" popoverTarget="pages" className="quiet-motion inline-flex size-8 items-center justify-center rounded-control text-plain hover:bg-hover md:hidden">
              <Icon name="menu" /><span className="sr-only">Pages</span>
            </button>
            <Link href={paths.home()} className="quiet-motion hidden rounded-control px-1 font-semibold text-strong hover:text-accent md:block">Bailiwick</Link>
            <span aria-hidden="true" className="hidden text-line-control md:block">/</span>
            <PlaceMenu map={map} />
            <Breadcrumbs map={map} className="max-md:hidden" />
            <div className="ml-auto flex min-w-0 items-center gap-1 max-[18rem]:w-full max-[18rem]:flex-wrap max-[18rem]:justify-between max-[18rem]:gap-0 md:gap-3">
              {alone && <div className="max-xl:hidden">{alone}</div>}
              {until.elevatedUntil !== null && <div className="max-md:hidden"><Elevated until={until.elevatedUntil} now={until.now} /></div>}
              <SearchButton />
              {waiting !== null && waiting.count > 0 && (
                <Link href={waiting.href} className="quiet-motion inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-plain hover:bg-hover">
                  <span className="max-md:sr-only">Requests</span>
                  <span className="rounded-badge bg-notice-tint px-1.5 text-small text-notice">{waiting.count}</span><span className="sr-only"> waiting for you</span>
                </Link>
              )}
              <Inbox inbox={inbox} />
              <YouMenu you={you} />
            </div>
          </div>
          <Breadcrumbs map={map} className="-mt-1 px-1 pb-2 md:hidden" />
          {alone && <div className="px-1 pb-2 xl:hidden">{alone}</div>}
          {until.elevatedUntil !== null && <div className="px-1 pb-2 md:hidden"><Elevated until={until.elevatedUntil} now={until.now} /></div>}
          <span aria-hidden="true" className="quiet-bar hidden in-[:root:has([data-opening])]:block" />
        </header>
        <StateLine />
        <SessionEnd endsAt={until.endsAt} idleEndsAt={until.idleEndsAt} now={until.now} />
      </div>
      <div className="mx-auto flex max-w-418">
        <Sidebar map={map} />
        {/* Of another person everything is new: what the one before had typed is not theirs. */}
        <main key={you.person} id="content" className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 border-line p-4 md:min-h-[calc(100dvh-var(--bar))] md:border-l md:p-6 print:border-l-0 print:p-0"><NotDone /><Whose person={you.person}>{children}</Whose></main>
      </div>
      <Live map={map} />
      <Overlays map={map} person={you.person} />
      <Announcer />
    </>
  )
}
