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
import { useDraft } from './draft-store'
import { sayLine } from './say-draft'

/** More for the tenant is the platform's to give: what is typed is what it would then have. What it is drafted for goes with it, and out of the draft. */
export function RaiseForm({ tenant, resource, limit, to, whyNot }: { tenant: string; resource: string; limit: string; /** What the draft would take. */ to: string | null; whyNot: Reason | null }) {
  const router = useRouter()
  const { draft, change } = useDraft(tenant)
  const meant = draft.lines.filter((line) => line.resource === resource)
  const form = useForm('quotas.raise', {
    refusals: raiseRefusals, empty: { to: typedAmount(resource, to ?? limit), purpose: '' }, labels: { to: `Quota of ${resource}`, purpose: 'Purpose' }, concerns: { not_more: 'to', changed_meanwhile: 'to', already_asked: 'to' },
    input: ({ to, purpose }) => ({ tenant, resource, from: limit, to: readAmount(resource, to) ?? to, draft: meant.map((line) => ({ namespace: line.namespace, from: line.from, to: line.to })), purpose: purpose.trim() }),
    done: () => 'The request waits for a platform admin or an approver.',
    onDone: ({ request }) => {
      change((of) => ({ ...of, lines: of.lines.filter((line) => line.resource !== resource) }))
      router.push(paths.tenantRequest(tenant, request))
    },
  })
  return (
    <CommandForm of={form} deed="Ask for more" whyNot={whyNot}>
      <Field {...form.field('to')} hint={`Now ${formatAmount(resource, limit)}. The platform decides, out of what your organisation has left.`} inputMode="decimal" autoComplete="off" className="w-40" unit={unitOf(resource).word} />
      {meant.length > 0 && (
        <div className="grid gap-1 text-plain">
          <p id="meant">The draft goes with it, for whoever decides to see. Once there is more, it is yours to change:</p>
          <ul aria-labelledby="meant" className="list-inside list-disc">{meant.map((line) => <li key={line.namespace}>{sayLine(line)}</li>)}</ul>
        </div>
      )}
      <TextArea {...form.field('purpose')} rows={3} longest={500} placeholder="More runs in the next quarter" />
    </CommandForm>
  )
}
