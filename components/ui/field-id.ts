'use client'
import { createContext, useContext, useId } from 'react'

/** A form gives the fields inside it their ids, so that a problem can be led to from its top. */
export const FormId = createContext<string | null>(null)
export function useFieldId(name: string | undefined): string {
  const [form, own] = [useContext(FormId), useId()]
  return form !== null && name !== undefined ? `${form}-${name}` : own
}
