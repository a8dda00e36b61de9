'use client'
import { useState } from 'react'
import { type Board, makeBoard, useBoard } from '~/components/shell/board'
import { Button } from '~/components/ui/button'
import { Strip } from '~/components/ui/strip'
import { decideMoved, type Moved } from '~/server/allocations/decide-terms'
import type { Json } from '~/server/shared/canonical'
import { sayMoved } from './say-terms'

type Body = { readonly [name: string]: Json }

/** The digest of the terms that the reader made by offering less: nobody needs to tell them what they did. */
export const offeredHere: Board<string> = makeBoard()

/** What of the terms became otherwise while they were looked at: it stays marked until whoever looks says that they have seen it. */
export function ChangedTerms({ terms, digest }: { terms: Body; digest: string }) {
  const [seen, setSeen] = useState(terms)
  const isOwn = useBoard(offeredHere).includes(digest)
  const moved = isOwn ? [] : decideMoved(seen, terms)
  return (
    <div role="status" className="empty:hidden">
      {moved.length > 0 && (
        <Strip tone="notice" action={<Button size="dense" onClick={() => setSeen(terms)}>I have seen it</Button>}>
          <p className="font-medium">What is asked for changed while you looked. A yes to what it was counts no more.</p>
          <MovedList moved={moved} />
        </Strip>
      )}
    </div>
  )
}

export function MovedList({ moved }: { moved: readonly Moved[] }) {
  return (
    <ul className="grid gap-0.5">
      {moved.map((one) => {
        const { says, was, is } = sayMoved(one)
        return <li key={one.term}>{says}: <del className="text-quiet">{was}</del> <span aria-hidden="true">→</span> <ins className="font-medium no-underline">{is}</ins></li>
      })}
    </ul>
  )
}
