'use client'
import { type Board, makeBoard, usePut } from './board'

export const crumbsHere: Board<string> = makeBoard()

/** The last word of where one is, where the address does not say it as a person would. */
export function Crumb({ says }: { says: string }) {
  usePut(crumbsHere, says)
  return null
}
