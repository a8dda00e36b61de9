import NextLink from 'next/link'

type Props = Omit<React.ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & { href: string; current?: boolean }

/** Never fetched before it is followed: some pages are recorded as read, and reading is not what looking at a link is. */
export function Link({ className = 'text-accent underline underline-offset-2 hover:text-accent-hover', current, ...rest }: Props) {
  return <NextLink {...rest} prefetch={false} className={className} {...(current ? { 'aria-current': 'page' as const } : {})} />
}
