'use client'
import { BeforeAfter } from '~/components/audit/before-after'
import type { CommandName } from '~/components/shell/answer'
import { CommandForm } from '~/components/shell/command-form'
import type { FormOf } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'
import type { PolicyRead } from '~/server/policies/read-policy'
import type { Json } from '~/server/shared/canonical'
import { readText, textOf } from './policy-text'

export const bodyLongest = 60_000
/** What is typed, and the version that was there when typing began: nobody's change is written over by somebody who never saw it. */
export type PolicyWish = { body: string; version: string }
export const beginningOf = ({ body, begins }: PolicyRead): Json => body ?? begins
/** What is said next follows it, also where it is yet to come. */
const newestOf = ({ coming, version }: PolicyRead): string | null => coming?.version ?? version
export const wishFor = (policy: PolicyRead): PolicyWish => ({ body: textOf(beginningOf(policy)), version: newestOf(policy) ?? '' })
export const policyLabels = { body: 'The policy as JSON', version: 'Version' }

/**
 * A policy as text, what of it would be otherwise than now, and each place in it that the door did not take. `children` is what can be done with a draft that can be read.
 * Where it is shown as something better than text elsewhere, the text is folded.
 */
export function PolicyEditor<N extends CommandName>({ of: form, policy, whyNot, isFolded = false, children }: {
  of: FormOf<N, PolicyWish>; policy: PolicyRead; whyNot: Reason | null; isFolded?: boolean; children?: ((draft: Json) => React.ReactNode) | undefined
}) {
  const { body, coming, names } = policy
  const newest = newestOf(policy)
  const field = form.field('body')
  const read = readText(field.value)
  const wrong = form.command.no?.fields ?? []
  const isOther = read.ok && JSON.stringify(read.body) !== JSON.stringify(beginningOf(policy))
  const since = form.wish.version === (newest ?? '') ? null : newest
  return (
    <CommandForm of={{ ...form, submit: () => { if (read.ok) form.submit() } }} deed="Change policy" whyNot={whyNot}>
      {since !== null && (
        <Strip tone="notice">
          Somebody changed this policy since you began: it is version {since} now. What would be otherwise than that stands below. <Button onClick={() => form.field('version').onType(since)}>Change it all the same</Button>
        </Strip>
      )}
      {coming !== null && (
        <Strip tone="notice">
          Version {coming.version}{coming.person === null ? '' : `, by ${names[coming.person] ?? 'the platform'},`} asks for less than what holds, and so holds from <Exact at={coming.since} /> on. What holds until then stands below: sign it as it is to take that version back.
        </Strip>
      )}
      <Folded isFolded={isFolded} isOpen={!read.ok || wrong.length > 0}>
        <TextArea {...field} problem={read.ok ? field.problem : read.says} rows={Math.min(28, Math.max(8, field.value.split('\n').length + 1))} longest={bodyLongest} isCode />
        {isFolded && isOther && <BeforeAfter before={JSON.stringify(body)} after={JSON.stringify(read.body)} />}
      </Folded>
      {wrong.length > 1 && <ul aria-label="What is wrong" className="grid gap-1 text-dense">{wrong.map(({ field: at, says }) => <li key={at}><span className="name">{at}</span>: it {says}.</li>)}</ul>}
      {!isFolded && isOther && <BeforeAfter before={JSON.stringify(body)} after={JSON.stringify(read.body)} />}
      {isOther && children?.(read.body)}
    </CommandForm>
  )
}

/** What is wrong with a text is to be seen: then it is open. */
function Folded({ isFolded, isOpen, children }: { isFolded: boolean; isOpen: boolean; children: React.ReactNode }) {
  if (!isFolded) return children
  return <details open={isOpen || undefined} className="grid gap-2 text-dense"><summary className="min-h-6 w-fit cursor-default text-accent underline underline-offset-2 hover:text-accent-hover">As text</summary>{children}</details>
}
