'use client'
import { useRouter } from 'next/navigation'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { raiseRefusals } from '~/server/quotas/quota.refusals'
import { formatAmount, readAmount, typedAmount, unitOf } from './amount'

/** More for the tenant is the platform's to give: what is typed is what it would then have, and `to` what the address brought along. */
export function RaiseForm({ tenant, resource, limit, to = limit, whyNot }: { tenant: string; resource: string; limit: string; to?: string | undefined; whyNot: Reason | null }) {
  const router = useRouter()
  const form = useForm('quotas.raise', {
    refusals: raiseRefusals, empty: { to: typedAmount(resource, to), purpose: '' }, labels: { to: `Quota of ${resource}`, purpose: 'Purpose' }, concerns: { not_more: 'to', changed_meanwhile: 'to', already_asked: 'to' },
    input: ({ to, purpose }) => ({ tenant, resource, from: limit, to: readAmount(resource, to) ?? to, purpose: purpose.trim() }),
    done: () => 'The request waits for a platform admin or an approver.',
    onDone: ({ request }) => router.push(paths.tenantRequest(tenant, request)),
  })
  return (
    <CommandForm of={form} deed="Ask for more" whyNot={whyNot}>
      <Field {...form.field('to')} hint={`Now ${formatAmount(resource, limit)}. The platform decides, out of what your organisation has left.`} inputMode="decimal" autoComplete="off" className="w-40" unit={unitOf(resource).word} />
      <TextArea {...form.field('purpose')} rows={3} longest={500} placeholder="More runs in the next quarter" />
    </CommandForm>
  )
}
