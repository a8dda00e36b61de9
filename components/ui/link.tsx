'use client'
import NextLink from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { keepMoment, momentName } from './keep-moment'
import { Opening } from './opening'

type Props = Omit<React.ComponentProps<typeof NextLink>, 'href' | 'prefetch' | 'scroll'> & { href: string; current?: boolean; stays?: boolean; closes?: boolean; toNow?: boolean }

/**
 * Never fetched before it is followed: some pages are recorded as read, and reading is not what looking at a link is. `stays` where it leads to the same page in another
 * order; `toNow` where it leads out of the past in which a page is read, which every other link of its place keeps.
 */
export function Link({ className = 'text-accent underline underline-offset-2 hover:text-accent-hover', href, current, stays = false, closes = false, toNow = false, children, ...rest }: Props) {
  const [here, moment] = [usePathname(), useSearchParams().get(momentName)]
  return (
    <NextLink {...rest} href={toNow ? href : keepMoment(href, here, moment)} prefetch={false} scroll={!stays} className={className} {...(current ? { 'aria-current': 'page' as const } : {})} {...(closes ? { 'data-closes': '' } : {})}>
      {children}<Opening />
    </NextLink>
  )
}
