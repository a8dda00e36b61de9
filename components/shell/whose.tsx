'use client'
import { createContext, useContext } from 'react'

const Person = createContext('')
/** Who is signed in, for whatever a tab keeps: what one person left in it is not shown to the next. */
export function Whose({ person, children }: { person: string; children: React.ReactNode }) {
  return <Person value={person}>{children}</Person>
}
export const useWhose = (): string => useContext(Person)
