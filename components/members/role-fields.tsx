'use client'
import { NamespaceField } from '~/components/namespaces/namespace-field'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import { type Custom, rolesAt, optionOf } from './wish'

type Asked = { name: string; label: string; value: string; problem: string | null; onType: (value: string) => void }

/** Where, which role is held there, and until when. */
export function RoleFields({ where, role, until, namespaces, own = [] }: { where: Asked; role: Asked; until: Asked; namespaces: readonly string[] | null; own?: readonly Custom[] }) {
  return (
    <>
      <NamespaceField {...where} namespaces={namespaces} none="The whole tenant" />
      <Select {...role} onChoose={role.onType} options={[...rolesAt(where.value).map((each) => ({ value: each, says: sentence(roleWord(each)) })), ...own.map((each) => ({ value: optionOf(each), says: each.title }))]} />
      <Field {...until} type="date" optional className="w-fit" hint="With that day, in UTC. Without one it holds until somebody ends it." />
    </>
  )
}
