'use client'
import { Field } from './field'

type Props = { name: string; label: string; value: string; problem: string | null; placeholder: string; onType: (text: string) => void }
/** The name by which a thing is typed and linked. */
export const HandleField = (field: Props) => (
  <Field {...field} hint="Lower-case letters, digits and hyphens. It stays." autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
)
