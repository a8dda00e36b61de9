'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Icon } from '~/components/ui/icon'
import { Menu, MenuLink } from '~/components/ui/menu'
import { announce } from './announcer'
import { paths } from './paths'
import { placeOf, type Ways } from './place'

/** Whose screen this is, always as a word, and the way to another's. Next says the heading of a new page; that it is elsewhere is said here. */
export function PlaceMenu({ map }: { map: Ways }) {
  const path = usePathname()
  const place = placeOf(path)
  const word = place.kind === 'tenant' ? place.tenant : place.kind === 'platform' ? 'Platform' : 'Your account'
  const said = useRef(word)
  useEffect(() => {
    if (said.current !== word) announce(word)
    said.current = word
  }, [word])
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
