import { Icon } from './icon'
import { Link } from './link'

/** Beside the list where there is room, over it where there is not. It has an address, and closing it is going to the list's. */
export function Panel({ id, title, closeTo, children }: { id: string; title: string; closeTo: string; children: React.ReactNode }) {
  return (
    <aside aria-labelledby={id} className="order-first grid w-full shrink-0 content-start gap-4 rounded-panel border border-line bg-panel p-4 xl:order-none xl:w-120">
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="text-section">{title}</h2>
        <Link href={closeTo} className="quiet-motion inline-flex size-8 items-center justify-center rounded-control text-quiet hover:bg-hover hover:text-strong">
          <Icon name="close" /><span className="sr-only">Close</span>
        </Link>
      </div>
      {children}
    </aside>
  )
}
