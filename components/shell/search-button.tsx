'use client'
import { Icon } from '~/components/ui/icon'
import { useReady } from '~/components/ui/ready'
import { useSearchKey } from './mac'
import { openPalette } from './overlay'
import { loadPalette } from './overlays'

/** The palette for whoever does not know its key. It is fetched while the pointer is on its way. */
export function SearchButton() {
  const key = useSearchKey()
  const ready = useReady()
  const fetch = () => void loadPalette().catch(() => undefined)
  return (
    <button
      type="button" disabled={!ready} aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()} onPointerEnter={fetch} onFocus={fetch}
      className="quiet-motion inline-flex h-8 items-center gap-2 rounded-control px-2 text-quiet hover:bg-hover hover:text-strong md:border md:border-line-control md:pr-1.5 md:pl-2"
    >
      <Icon name="search" /><span className="max-md:sr-only">Search</span>
      <kbd className="hidden rounded-badge border border-line bg-sunken px-1 font-sans text-small text-quiet md:inline">{key}</kbd>
    </button>
  )
}
