import { Link } from './link'

/** Tabs are addresses, and so they are links: they open in a new window, and going back goes back. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { says: string; href: string; current: boolean }[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ says, href, current }) => (
        <Link
          key={href} href={href} current={current} stays
          className="quiet-motion -outline-offset-2 min-h-8 border-b-2 border-transparent px-3 py-1.5 whitespace-nowrap text-plain hover:text-strong aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-strong"
        >
          {says}
        </Link>
      ))}
    </nav>
  )
}
