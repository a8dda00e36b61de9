'use client'
import { usePathname } from 'next/navigation'
import { Icon } from '~/components/ui/icon'
import { Menu, MenuLink } from '~/components/ui/menu'
import { paths } from './paths'
import { placeOf, type Ways } from './place'

/** Whose screen this is, always as a word, and the way to another's. */
export function PlaceMenu({ map }: { map: Ways }) {
  const path = usePathname()
  const place = placeOf(path)
  const word = place.kind === 'tenant' ? place.tenant : place.kind === 'platform' ? 'Platform' : 'Your account'
  return (
    <Menu
      id="places" label="Places" name={`${word}, change place`} side="left" path={path}
      opener={<><span data-place={place.kind} className={`truncate ${place.kind === 'tenant' ? 'name' : ''}`}>{word}</span><Icon name="down" className="text-quiet" /></>}
    >
      {map.tenants.map(({ tenant, title }) => (
        <MenuLink key={tenant} href={paths.tenant(tenant)} current={place.kind === 'tenant' && place.tenant === tenant}>
          <span className="name">{tenant}</span><span className="text-quiet">{title}</span>
        </MenuLink>
      ))}
      {map.platform && <MenuLink href={paths.platform()} current={place.kind === 'platform'}>Platform</MenuLink>}
    </Menu>
  )
}
