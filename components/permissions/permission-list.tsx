import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { heldBy, type Permission } from './held-by'

/** What can be done, each with its name as an address, who may, and whether the reader is one of them. Under 768 px the three stand under one another. */
export function PermissionList({ permissions }: { permissions: readonly (Permission & { yours: string | null; composed: string })[] }) {
  return (
    <ul aria-label="Permissions" className="grid text-dense">
      {permissions.map(({ yours, composed, ...permission }) => (
        <li
          key={permission.action} id={permission.action}
          className={`grid scroll-mt-28 gap-x-6 gap-y-1 border-t border-line px-3 py-2 first:border-t-0 target:outline-2 target:-outline-offset-2 target:outline-focus md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_minmax(0,12rem)] ${yours === null ? '' : 'bg-accent-tint'}`}
        >
          <span className="flex flex-wrap items-center gap-2 wrap-anywhere"><Link href={paths.permission(permission.action)} stays className="name text-strong underline decoration-line-control underline-offset-2 hover:text-accent">{permission.action}</Link></span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{heldBy(permission)}</span>
            {composed !== '' && <span>{composed}</span>}
            {permission.effect === 'write' && <Badge tone="neutral">Changes</Badge>}
            {permission.factor !== null && <Badge tone="neutral">Second factor{permission.factor === 'settled' && ', a day old'}</Badge>}
            {permission.recorded && <Badge tone="neutral">Recorded</Badge>}
          </span>
          <span className="flex items-start gap-1.5">
            <Icon name={yours === null ? 'lock' : 'check'} className={`mt-0.5 ${yours === null ? 'text-quiet' : 'text-ok-mark'}`} />
            <span className={yours === null ? 'text-quiet' : 'text-strong'}>{yours ?? 'Not you'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
