import NextLink from 'next/link'

type Props = Omit<React.ComponentProps<typeof NextLink>, 'href' | 'prefetch' | 'scroll'> & { href: string; current?: boolean; stays?: boolean; closes?: boolean }

/** Never fetched before it is followed: some pages are recorded as read, and reading is not what looking at a link is. `stays` where it leads to the same page in another order. */
export function Link({ className = 'text-accent underline underline-offset-2 hover:text-accent-hover', current, stays = false, closes = false, ...rest }: Props) {
  return <NextLink {...rest} prefetch={false} scroll={!stays} className={className} {...(current ? { 'aria-current': 'page' as const } : {})} {...(closes ? { 'data-closes': '' } : {})} />
}
