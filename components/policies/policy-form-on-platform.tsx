'use client'
import type { InputOf } from '~/components/shell/answer'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { exact } from '~/components/ui/time'
import type { PolicyRead } from '~/server/policies/read-policy'
import { policyRefusals } from '~/server/policies/policy.refusals'
import { BringRule } from './bring-rule'
import { PolicyEditor, policyLabels, wishFor } from './policy-editor'
import { readText, textOf } from './policy-text'
import { policyWords } from './policy-words'

type Changes = InputOf<'policies.changeOnPlatform'>
/** What the platform says of everybody. */
export function PolicyFormOnPlatform({ policy, whyNot, importWhyNot }: { policy: PolicyRead; whyNot: Reason | null; /** Why a rule is not brought by whoever looks at it. */ importWhyNot: Reason | null }) {
  const { of, kind } = policy
  const form = useForm('policies.changeOnPlatform', {
    refusals: policyRefusals, empty: wishFor(policy), labels: policyLabels, concerns: {},
    input: (wish) => {
      const read = readText(wish.body)
      return { kind, version: wish.version === '' ? null : wish.version, body: read.ok ? read.body : null } as Changes
    },
    signing: () => ({ deed: `Change the policy “${policyWords(of, kind).title}” for everybody`, consequence: `It holds in every tenant from the next decision on.${kind === 'approvals' ? ' Where it asks for less than what holds, it holds a day later, and everybody who works on the platform hears of it at once.' : ''}` }),
    done: ({ version: next, isLater, since }) => (isLater ? `Version ${next} asks for less than what holds, and so holds from ${exact(since)} on.` : `Version ${next} holds from now on.`),
  })
  return (
    <>
      <PolicyEditor of={form} policy={policy} whyNot={whyNot} />
      {kind === 'rules' && <div className="border-t border-line pt-4"><BringRule tenant={null} draft={form.wish.body} held={textOf(policy.body)} onDraft={form.field('body').onType} whyNot={importWhyNot} /></div>}
    </>
  )
}
