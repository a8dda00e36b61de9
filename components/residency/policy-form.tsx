'use client'
import { beginningOf, bodyLongest, PolicyEditor, policyLabels, wishFor } from '~/components/policies/policy-editor'
import { readText } from '~/components/policies/policy-text'
import type { InputOf, QuestionOf } from '~/components/shell/answer'
import { useAsked } from '~/components/shell/use-asked'
import { useForm } from '~/components/shell/use-form'
import { FileField } from '~/components/ui/file-field'
import type { Reason } from '~/components/ui/reason'
import type { PolicyRead } from '~/server/policies/read-policy'
import { policyRefusals } from '~/server/policies/policy.refusals'
import type { Json } from '~/server/shared/canonical'
import { sayDraft } from './say-draft'

type Changes = InputOf<'policies.changeInTenant'>
/** A tenant's residency in the words in which it is imported. What is signed is what was worked out of these words, and only when it was told what that would come to. */
export function PolicyForm({ tenant, policy, whyNot, tryWhyNot }: { tenant: string; policy: PolicyRead; whyNot: Reason | null; tryWhyNot: Reason | null }) {
  const effect = () => (told === null ? '' : sayDraft(told).join(' '))
  const form = useForm('policies.changeInTenant', {
    refusals: policyRefusals, empty: wishFor(policy), labels: { ...policyLabels, body: 'The residency as JSON' }, concerns: {},
    input: ({ version }) => ({ tenant, kind: 'residency', version: version === '' ? null : version, body: told?.body ?? null }) as Changes,
    signing: () => ({ deed: `Change where the work of ${tenant} may run`, consequence: effect() }),
    done: ({ version }) => `Version ${version} holds from now on.`,
  })
  const read = readText(form.wish.body)
  const isOther = read.ok && JSON.stringify(read.body) !== JSON.stringify(beginningOf(policy))
  const asked = useAsked('residency.tryOut', isOther && tryWhyNot === null ? ({ tenant, document: read.body } as QuestionOf<'residency.tryOut'>) : null)
  const told = asked.isEarlier ? null : asked.value
  const mustWait = !isOther ? 'Nothing is other than it is now.' : told === null ? 'It is not known yet what that would come to.' : null
  return (
    <>
      <div className="max-w-140"><FileField label="Import" hint="A file in the same words. It takes the place of the text, and nothing is changed until it is signed." what="a policy" longest={bodyLongest} onChoose={(text) => form.field('body').onType(text)} /></div>
      <PolicyEditor of={form} policy={policy} whyNot={whyNot ?? mustWait}>
        {(_draft: Json) => (
          <section aria-label="What would come of it" aria-busy={asked.isAsking || undefined} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <h3 className="font-medium text-strong">What would come of it</h3>
            {asked.no !== null && (asked.no.fields.length > 0 ? <div role="alert"><ul aria-label="What is wrong" className="grid gap-1">{asked.no.fields.map(({ field, says }) => <li key={field}><span className="name">{field.replace(/^document\.?/, '') || 'The document'}</span>: it {says}.</li>)}</ul></div> : <p role="alert">{asked.no.says} {asked.no.fix}</p>)}
            {asked.value === null && asked.no === null && <p className="text-quiet">It is being worked out.</p>}
            {asked.value !== null && <ul aria-label="Effect" className="grid list-disc gap-0.5 pl-5">{sayDraft(asked.value).map((says) => <li key={says}>{says}</li>)}</ul>}
            {asked.value !== null && asked.value.warnings.length > 0 && <ul aria-label="Worth a second look" className="grid list-disc gap-0.5 pl-5 text-notice">{asked.value.warnings.map((says) => <li key={says}>{says}</li>)}</ul>}
          </section>
        )}
      </PolicyEditor>
    </>
  )
}
