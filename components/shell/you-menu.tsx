'use client'
import { usePathname } from 'next/navigation'
import { signOut } from '~/components/sign-in/sign-out'
import { Choose } from '~/components/ui/choose'
import { Icon } from '~/components/ui/icon'
import { Menu, MenuButton, MenuLink } from '~/components/ui/menu'
import { openHelp } from './overlay'
import { yourPages } from './place'
import type { You } from './shell'

const id = 'your-menu'
/** Put away first, so that the focus comes back to what opened the menu. */
function help(): void {
  document.getElementById(id)?.hidePopover()
  openHelp()
}

/** On a phone the place one is in comes first: who one is, one knows. */
const initialsOf = (name: string): string => name.split(/\s+/).map((word) => [...word][0] ?? '').filter((letter) => letter !== '').slice(0, 2).join('').toUpperCase()

export function YouMenu({ you: { name, email } }: { you: You }) {
  const path = usePathname()
  return (
    <Menu id={id} label="You" name={`${name}, your menu`} side="right" path={path} opener={<><span className="md:hidden">{initialsOf(name)}</span><span className="truncate max-md:hidden">{name}</span><Icon name="down" className="text-quiet" /></>}>
      <p className="px-3 py-2 text-dense break-all text-quiet">{email}</p>
      {yourPages.map(({ href, says }) => <MenuLink key={href} href={href} current={path === href}>{says}</MenuLink>)}
      <hr className="my-1 border-line" />
      <Choose choice="theme" />
      <Choose choice="density" />
      <Choose choice="keys" />
      <MenuButton onClick={help}>Keyboard shortcuts</MenuButton>
      <hr className="my-1 border-line" />
      <MenuButton onClick={() => void signOut()}>Sign out</MenuButton>
    </Menu>
  )
}
