import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { figure } from '~/server/shared/figure'
import type { Summary } from '~/server/tenants/summarise-tenants'

/** How much there is of each, and where it is listed. */
export function PlatformFigures({ summary: { organisations, tenants, frozen, external, regions, openRequests } }: { summary: Summary }) {
  const figures = [
    { says: 'Organisations', count: organisations, href: paths.organisations(), about: 'who is billed' },
    { says: 'Tenants', count: tenants, href: paths.platformTenants(), about: `${figure(external)} external, ${figure(frozen)} frozen` },
    { says: 'Open requests', count: openRequests, href: paths.requests(), about: openRequests === 0 ? 'nothing waits' : openRequests === 1 ? 'waits for a yes' : 'wait for a yes' },
    { says: 'Regions', count: regions, href: paths.regions(), about: 'where work may run' },
  ]
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
      {figures.map(({ says, count, href, about }) => (
        <li key={says} className="grid content-start gap-1 rounded-panel border border-line bg-panel p-4">
          <p className="text-dense"><Link href={href}>{says}</Link></p>
          <p className="text-number text-strong">{figure(count)}</p>
          <p className="text-dense text-quiet">{about}</p>
        </li>
      ))}
    </ul>
  )
}
