'use client'
import { useRef } from 'react'
import { useCloseOnLeave } from './close-on-leave'
import { Link } from './link'
import { useReady } from './ready'

/** A disclosure the browser opens, closes on Escape or outside, and gives the focus back from. It closes when the page changes. */
export function Menu({ id, label, name, opener, side, path, children }: {
  id: string; label: string; name: string; opener: React.ReactNode; side: 'left' | 'right'; path: string; children: React.ReactNode
}) {
  const menu = useRef<HTMLDivElement>(null)
  useCloseOnLeave(menu, path)
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={name} className="quiet-motion inline-flex h-8 min-w-0 max-w-60 items-center gap-1.5 rounded-control px-2 font-medium text-strong hover:bg-hover">{opener}</button>
      <div
        ref={menu} id={id} popover="auto" role="group" aria-label={label}
        className={`fixed top-11 bottom-auto max-h-[calc(100dvh-3.5rem)] overflow-y-auto overscroll-contain min-w-56 max-w-[calc(100vw-1rem)] rounded-panel border border-line bg-panel p-1 text-body text-plain shadow-float ${side === 'left' ? 'right-auto left-3 md:left-27' : 'right-3 left-auto max-[18rem]:top-22 max-[18rem]:max-h-[calc(100dvh-6.25rem)]'}`}
      >
        {children}
      </div>
    </>
  )
}

const item = 'quiet-motion flex min-h-8 w-full items-center gap-3 rounded-control px-3 text-left text-strong hover:bg-hover aria-[current]:bg-accent-tint'
export const MenuLink = ({ href, current = false, children }: { href: string; current?: boolean; children: React.ReactNode }) => (
  <Link href={href} current={current} className={item}>{children}</Link>
)
export function MenuButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return <button type="button" disabled={!useReady()} onClick={onClick} className={item}>{children}</button>
}
