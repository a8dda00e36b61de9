import NextLink from 'next/link'

/** Never fetched before it is followed: some pages are recorded as read, and reading is not what looking at a link is. `stays` where it leads to the same page in another order. */
export function Link({ href, children, className = 'text-accent underline underline-offset-2 hover:text-accent-hover', current, stays = false, closes = false, onClick }: {
  href: string; children: React.ReactNode; className?: string; current?: boolean; stays?: boolean; closes?: boolean; onClick?: () => void
}) {
  return (
    <NextLink href={href} prefetch={false} scroll={!stays} className={className} {...(current ? { 'aria-current': 'page' as const } : {})} {...(closes ? { 'data-closes': '' } : {})} {...(onClick ? { onClick } : {})}>
      {children}
    </NextLink>
  )
}
