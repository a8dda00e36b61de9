import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Announcer } from './announcer'
import { Overlays } from './overlays'
import { paths } from './paths'
import type { Ways } from './place'
import { PlaceMenu } from './place-menu'
import { SearchButton } from './search-button'
import { Sidebar } from './sidebar'
import { YouMenu } from './you-menu'

export type You = { person: string; name: string; email: string }

export function Shell({ you, map, children }: { you: You; map: Ways; children: React.ReactNode }) {
  return (
    <>
      <a href="#content" className="sr-only rounded-control bg-panel px-3 py-2 text-accent focus:not-sr-only focus:fixed focus:top-1 focus:left-1 focus:z-(--z-bar)">Skip to the content</a>
      <header className="sticky top-0 z-(--z-bar) flex h-(--bar) items-center gap-2 border-b border-line bg-panel px-3 has-data-[place=platform]:border-accent md:px-4">
        <button type="button" popoverTarget="pages" className="quiet-motion inline-flex size-8 items-center justify-center rounded-control text-plain hover:bg-hover md:hidden">
          <Icon name="menu" /><span className="sr-only">Pages</span>
        </button>
        <Link href={paths.home()} className="quiet-motion hidden rounded-control px-1 font-semibold text-strong hover:text-accent md:block">Bailiwick</Link>
        <span aria-hidden="true" className="hidden text-line-control md:block">/</span>
        <PlaceMenu map={map} />
        <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-3">
          <SearchButton />
          <YouMenu you={you} />
        </div>
      </header>
      <div className="mx-auto flex max-w-418">
        <Sidebar map={map} />
        <main id="content" className="grid min-h-[calc(100dvh-var(--bar))] min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 border-line p-4 md:border-l md:p-6">{children}</main>
      </div>
      <Overlays map={map} person={you.person} />
      <Announcer />
    </>
  )
}
