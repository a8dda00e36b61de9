'use client'
import type { InputOf } from '~/components/shell/answer'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import type { PolicyShown } from '~/server/policies/policy'
import { policyRefusals } from '~/server/policies/policy.refusals'
import { PolicyEditor, policyLabels, wishFor } from './policy-editor'
import { readText } from './policy-text'
import { policyWords } from './policy-words'

type Changes = InputOf<'policies.changeOnPlatform'>
/** What the platform says of everybody. */
export function PolicyFormOnPlatform({ policy, whyNot }: { policy: PolicyShown; whyNot: Reason | null }) {
  const { of, kind } = policy
  const form = useForm('policies.changeOnPlatform', {
    refusals: policyRefusals, empty: wishFor(policy), labels: policyLabels, concerns: {},
    input: (wish) => {
      const read = readText(wish.body)
      return { kind, version: wish.version === '' ? null : wish.version, body: read.ok ? read.body : null } as Changes
    },
    signing: () => ({ deed: `Change the policy “${policyWords(of, kind).title}” for everybody`, consequence: 'It holds in every tenant from the next decision on.' }),
    done: ({ version: next }) => `Version ${next} holds from now on.`,
  })
  return <PolicyEditor of={form} policy={policy} whyNot={whyNot} />
}
