import NextLink from 'next/link'

/** Never fetched before it is followed: some pages are recorded as read, and reading is not what looking at a link is. */
export function Link({ href, children, className = 'text-accent underline underline-offset-2 hover:text-accent-hover', current, onClick }: {
  href: string; children: React.ReactNode; className?: string; current?: boolean; onClick?: () => void
}) {
  return (
    <NextLink href={href} prefetch={false} className={className} {...(current ? { 'aria-current': 'page' as const } : {})} {...(onClick ? { onClick } : {})}>
      {children}
    </NextLink>
  )
}
