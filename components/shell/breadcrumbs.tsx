'use client'
import { usePathname } from 'next/navigation'
import { Link } from '~/components/ui/link'
import { useBoard } from './board'
import { crumbsHere } from './crumb'
import { crumbsOf } from './crumbs'
import { pagesOf, placeOf, type Ways } from './place'

/** From the place to the page, in words. In a narrow window they stand in a line of their own. */
export function Breadcrumbs({ map, className }: { map: Ways; className: string }) {
  const path = usePathname()
  const last = useBoard(crumbsHere).at(-1) ?? null
  const steps = crumbsOf(path, pagesOf(map, placeOf(path)), last)
  if (steps.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className={`min-w-0 ${className}`}>
      <ol className="flex min-w-0 items-center">
        {steps.map(({ says, href }) => (
          <li key={`${href} ${says}`} className="group flex min-w-0 items-center not-last:shrink-0">
            <span aria-hidden="true" className="px-1 text-line-control max-md:group-first:hidden">/</span>
            {href === null
              ? <span aria-current="page" className="truncate px-1 text-strong">{says}</span>
              : <Link href={href} className="quiet-motion inline-flex min-h-6 items-center rounded-control px-1 text-plain hover:text-accent">{says}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
