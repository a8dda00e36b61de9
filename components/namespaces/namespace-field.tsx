'use client'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'

type Asked = { name: string; label: string; value: string; problem: string | null; onType: (value: string) => void }
/** Which namespace: one of these, or typed where there are more than one chooses from. `none` is what it is where it is none. */
export function NamespaceField({ namespaces, none, hint, ...field }: Asked & { namespaces: readonly string[] | null; none?: string; hint?: string }) {
  if (namespaces !== null) return <Select {...field} {...(hint === undefined ? {} : { hint })} {...(none === undefined ? {} : { none })} onChoose={field.onType} options={namespaces.map((name) => ({ value: name, says: name }))} />
  const says = none === undefined ? hint : `Left empty, it is ${none.charAt(0).toLowerCase()}${none.slice(1)}.`
  return <Field {...field} {...(says === undefined ? {} : { hint: says })} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
}
