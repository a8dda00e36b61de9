'use client'
import { useMemo } from 'react'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { Link } from '~/components/ui/link'

/** The ones before and after it of those that wait for the reader: by a link, or by a bracket. */
export function Neighbours({ previous, next }: { previous: string | null; next: string | null }) {
  const entries = useMemo(() => [
    ...(previous === null ? [] : [{ id: 'previous', says: 'Previous request', keys: '[', whyNot: null, href: previous }]),
    ...(next === null ? [] : [{ id: 'next', says: 'Next request', keys: ']', whyNot: null, href: next }]),
  ], [previous, next])
  if (entries.length === 0) return null
  return (
    <nav aria-label="Requests that wait for you" className="flex justify-end gap-4">
      <PaletteEntries entries={entries} />
      {entries.map(({ id, says, href }) => <Link key={id} href={href}>{says}</Link>)}
    </nav>
  )
}
