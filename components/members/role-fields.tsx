'use client'
import { roleWord } from '~/components/shell/why-not'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import { rolesAt } from './wish'

type Asked = { name: string; label: string; value: string; problem: string | null; onType: (value: string) => void }

/** Where, which role is held there, and until when. */
export function RoleFields({ where, role, until, namespaces }: { where: Asked; role: Asked; until: Asked; namespaces: readonly string[] }) {
  return (
    <>
      <Select {...where} onChoose={where.onType} none="The whole tenant" options={namespaces.map((name) => ({ value: name, says: name }))} />
      <Select {...role} onChoose={role.onType} options={rolesAt(where.value).map((each) => ({ value: each, says: sentence(roleWord(each)) }))} />
      <Field {...until} type="date" optional className="w-fit" hint="With that day, in UTC. Without one it holds until somebody ends it." />
    </>
  )
}
