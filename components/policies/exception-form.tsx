'use client'
import { useRouter } from 'next/navigation'
import { momentOf } from '~/components/members/wish'
import { NamespaceField } from '~/components/namespaces/namespace-field'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { sentence } from '~/components/ui/sentence'
import { TextArea } from '~/components/ui/text-area'
import { exceptionDaysMost } from '~/server/policies/decide-exception'
import type { PolicyException } from '~/server/policies/exception'
import { exceptionRefusals } from '~/server/policies/policy.refusals'
import { sayControl } from './say-control'

type Control = PolicyException['control']
/** What every pod must meet only the platform lets a namespace off, and only for a while. */
export function ExceptionForm({ tenant, namespaces, controls, whyNot }: { tenant: string; namespaces: readonly string[] | null; controls: readonly Control[]; whyNot: Reason | null }) {
  const router = useRouter()
  const form = useForm('policies.except', {
    refusals: exceptionRefusals, empty: { namespace: namespaces?.[0] ?? '', control: controls[0] ?? '', until: '', purpose: '' }, labels: { namespace: 'Namespace', control: 'Control', until: 'Ends', purpose: 'Purpose' },
    concerns: { namespace_unknown: 'namespace', until_not_possible: 'until', already_excepted: 'until', already_asked: 'control' },
    input: ({ namespace, control, until, purpose }) => ({ tenant, namespace, control: control as Control, until: momentOf(until) ?? '', purpose: purpose.trim() }),
    done: () => 'The request waits for a platform admin or an approver.',
    onDone: ({ request }) => router.push(paths.tenantRequest(tenant, request)),
  })
  const control = form.field('control')
  return (
    <CommandForm of={form} deed="Ask for an exception" whyNot={whyNot}>
      <NamespaceField {...form.field('namespace')} namespaces={namespaces} />
      <Select {...control} hint="What a refusal names in brackets." onChoose={control.onType} options={controls.map((each) => ({ value: each, says: sentence(sayControl(each)) }))} />
      <Field {...form.field('until')} type="date" className="w-fit" hint={`With that day, in UTC: ${exceptionDaysMost} days at most. You answer for it by name.`} />
      <TextArea {...form.field('purpose')} rows={3} longest={500} placeholder="The old trainer runs as root until it is rebuilt" />
    </CommandForm>
  )
}
