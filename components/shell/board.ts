'use client'
import { useLayoutEffect, useSyncExternalStore } from 'react'

export type Board<T> = { read: () => readonly T[]; listen: (changed: () => void) => () => void; put: (note: T) => () => void }

/** Where a mounted page says something of itself to the shell around it. What it said is gone when it is. */
export function makeBoard<T>(): Board<T> {
  let notes: readonly { note: T }[] = []
  let said: readonly T[] = []
  const listeners = new Set<() => void>()
  const hang = (next: typeof notes) => {
    notes = next
    said = next.map(({ note }) => note)
    for (const changed of listeners) changed()
  }
  return {
    read: () => said,
    listen: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    put: (note) => {
      const own = { note }
      hang([...notes, own])
      return () => hang(notes.filter((other) => other !== own))
    },
  }
}

const nothing: readonly never[] = []
export const useBoard = <T>(board: Board<T>): readonly T[] => useSyncExternalStore(board.listen, board.read, () => nothing)
/** Said before the page is painted: who sees what a key does can press it. */
export const usePut = <T>(board: Board<T>, note: T): void => useLayoutEffect(() => board.put(note), [board, note])
