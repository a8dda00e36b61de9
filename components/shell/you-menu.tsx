'use client'
import { usePathname } from 'next/navigation'
import { signOut } from '~/components/identity/sign'
import { Choose } from '~/components/ui/choose'
import { Icon } from '~/components/ui/icon'
import { Menu, MenuButton, MenuLink } from '~/components/ui/menu'

export function YouMenu({ you: { name, email } }: { you: { name: string; email: string } }) {
  const path = usePathname()
  return (
    <Menu id="you" label="You" name={`${name}, your menu`} side="right" path={path} opener={<><span className="truncate">{name}</span><Icon name="down" className="text-quiet" /></>}>
      <p className="px-3 py-2 text-dense break-all text-quiet">{email}</p>
      <MenuLink href="/sessions" current={path === '/sessions'}>Sessions</MenuLink>
      <hr className="my-1 border-line" />
      <Choose choice="theme" />
      <Choose choice="density" />
      <hr className="my-1 border-line" />
      <MenuButton onClick={() => void signOut()}>Sign out</MenuButton>
    </Menu>
  )
}
