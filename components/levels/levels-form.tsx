'use client'
import { PolicyEditor, policyLabels, wishFor } from '~/components/policies/policy-editor'
import { readText, textOf } from '~/components/policies/policy-text'
import { policyWords } from '~/components/policies/policy-words'
import type { InputOf } from '~/components/shell/answer'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { Strip } from '~/components/ui/strip'
import type { Recent } from '~/server/levels/list-recent'
import type { PolicyRead } from '~/server/policies/read-policy'
import { policyRefusals } from '~/server/policies/policy.refusals'
import type { Json } from '~/server/shared/canonical'
import { LackingRules } from './lacking-rules'
import { prepareLevels } from './prepare-levels'
import { readRules } from './read-rules'
import { RuleTable } from './rule-table'
import { SampleTable } from './sample-table'
import { sayOthers } from './say-levels'

type Changes = InputOf<'policies.changeOnPlatform'>
/** How much the record keeps, rule by rule, held against what was recorded lately. What is changed in the table is changed in the text; the text is what is signed. */
export function LevelsForm({ policy, recent, readAt, whyNot }: { policy: PolicyRead; recent: Recent; readAt: Date; whyNot: Reason | null }) {
  const { of, kind, versions } = policy
  const form = useForm('policies.changeOnPlatform', {
    refusals: policyRefusals, empty: wishFor(policy), labels: policyLabels, concerns: {},
    input: (wish) => {
      const read = readText(wish.body)
      return { kind, version: wish.version === '' ? null : wish.version, body: read.ok ? read.body : null } as Changes
    },
    signing: (wish) => ({ deed: `Change the policy “${policyWords(of, kind).title}” for everybody`, consequence: `It holds from the next event on. ${told(wish.body)}` }),
    done: ({ version: next }) => `Version ${next} holds from now on.`,
  })
  const [now, shipped] = [readRules(policy.body), readRules(policy.usual)]
  const draftOf = (text: string) => {
    const read = readText(text)
    return read.ok ? readRules(read.body) : null
  }
  const shownOf = (text: string) => {
    const draft = draftOf(text)
    return draft && now ? prepareLevels(now, draft, recent) : null
  }
  const told = (text: string) => sayOthers(shownOf(text)?.others ?? 0, recent.told)
  const [draft, shown] = [draftOf(form.wish.body), shownOf(form.wish.body)]
  const put = (body: unknown) => form.field('body').onType(textOf(body as Json))
  const earlier = versions.filter(({ state }) => state === 'over')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="max-w-[80ch]">The first rule that matches says how much is kept. What changes something, what was refused and who read the record always leaves Metadata at least; secrets and addresses of people are never kept.</p>
        {draft && shown ? <RuleTable draft={draft} shown={shown} onChange={whyNot === null ? put : null} /> : <Strip tone="notice">The text below does not read as rules yet.</Strip>}
        {draft && shipped && <LackingRules draft={draft} shipped={shipped.rules} onChange={whyNot === null ? put : null} />}
        {whyNot === null && earlier.length > 0 && (
          <Select
            label="Put back" name="earlier" value="" none="Choose an earlier version" options={earlier.map(({ version, since }) => ({ value: version, says: `Version ${version}, of ${since.slice(0, 10)}` }))}
            onChoose={(chosen) => put(earlier.find(({ version }) => version === chosen)?.body ?? policy.body)}
          />
        )}
      </div>
      <PolicyEditor of={form} policy={policy} whyNot={whyNot} isFolded />
      {shown && <section aria-label="Under these rules" className="grid grid-cols-[minmax(0,1fr)] gap-2"><h3 className="text-section font-semibold text-strong">Under these rules</h3><SampleTable shown={shown} recent={recent} now={readAt} /></section>}
    </div>
  )
}
