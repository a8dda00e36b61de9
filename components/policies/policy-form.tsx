'use client'
import type { InputOf } from '~/components/shell/answer'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import type { PolicyRead } from '~/server/policies/read-policy'
import { policyRefusals } from '~/server/policies/policy.refusals'
import { BringRule } from './bring-rule'
import { PolicyEditor, policyLabels, wishFor } from './policy-editor'
import { readText, textOf } from './policy-text'
import { policyWords } from './policy-words'
import { TryCondition } from './try-condition'
import { TryOut } from './try-out'

type Changes = InputOf<'policies.change'>
/** What a tenant says of itself. What is typed is judged at the door, place by place. */
export function PolicyForm({ tenant, policy, whyNot, tryWhyNot, rules }: {
  tenant: string; policy: PolicyRead; whyNot: Reason | null; tryWhyNot: Reason | null; /** Why one is not brought, or tried, by whoever looks at it. */ rules: { importWhyNot: Reason | null; tryWhyNot: Reason | null }
}) {
  const { of, kind } = policy
  const form = useForm('policies.change', {
    refusals: policyRefusals, empty: wishFor(policy), labels: policyLabels, concerns: {},
    input: (wish) => {
      const read = readText(wish.body)
      return { tenant, kind, version: wish.version === '' ? null : wish.version, body: read.ok ? read.body : null } as Changes
    },
    signing: () => ({ deed: `${tenant}: change the policy “${policyWords(of, kind).title}”`, consequence: 'It holds from the next decision on.' }),
    done: ({ version: next }) => `Version ${next} holds from now on.`,
  })
  const isTried = kind === 'rules' || kind === 'profiles' || kind === 'by-rule'
  return (
    <>
      <PolicyEditor of={form} policy={policy} whyNot={whyNot}>{isTried ? (draft) => <TryOut key={JSON.stringify(draft)} tenant={tenant} kind={kind} draft={draft} whyNot={tryWhyNot} /> : undefined}</PolicyEditor>
      {kind === 'rules' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-4">
          <TryCondition tenant={tenant} whyNot={rules.tryWhyNot} />
          <BringRule tenant={tenant} draft={form.wish.body} held={textOf(policy.body)} onDraft={form.field('body').onType} whyNot={rules.importWhyNot} />
        </div>
      )}
    </>
  )
}
