'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import type { NamespaceShown } from '~/server/namespaces/namespace'
import { changeRefusals } from '~/server/namespaces/namespace.refusals'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import { attributeConcerns, attributeLabels, NamespaceFields } from './namespace-fields'
import { attributesOf, wishOf } from './wish'

/** Of the version that is shown: where somebody else was quicker, theirs is read again beside what was typed. */
export function ChangeForm({ tenant, namespace, around, whyNot }: { tenant: string; namespace: NamespaceShown; around: PreparedNamespace; whyNot: Reason | null }) {
  const form = useForm('namespaces.change', {
    refusals: changeRefusals, empty: wishOf(namespace), labels: attributeLabels, concerns: attributeConcerns,
    input: (wish) => ({ tenant, namespace: namespace.name, version: namespace.version, ...attributesOf(wish) }),
    done: ({ name }) => `${name} is changed. What runs goes on as it was; what begins from now on is held to this.`,
  })
  return (
    <CommandForm of={form} deed="Change namespace" whyNot={whyNot}>
      <NamespaceFields field={form.field} shown={form.wish} around={around} />
    </CommandForm>
  )
}
