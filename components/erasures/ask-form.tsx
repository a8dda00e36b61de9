'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { waitHours } from '~/server/erasures/decide-erasure'
import { erasureRefusals } from '~/server/erasures/erasure.refusals'
import { consequences } from './erasure-words'

type Wish = { typed: string; reason: string }
const asked = {
  refusals: erasureRefusals, empty: { typed: '', reason: '' }, labels: { typed: 'Name of the tenant', reason: 'Reason' }, concerns: { name_differs: 'typed' as const },
  done: () => 'It is asked for. Somebody else signs it, and then it waits.',
}
const signing = (tenant: string, reason: string) => ({ deed: `Erase the personal data of ${tenant}`, consequence: `It cannot be undone once it is carried out, ${waitHours} hours after somebody else signs. Reason: ${reason.trim()}`, only: 'passkey' as const })

type Fields = Pick<ReturnType<typeof useForm<'erasures.ask', Wish>>, 'field'>
const AskFields = ({ of, hint }: { of: Fields; hint: string }) => (
  <>
    <ul className="grid list-disc gap-1 pl-5">{consequences.map((says) => <li key={says}>{says}</li>)}</ul>
    <p className="text-quiet">Somebody else signs it. From then on it waits {waitHours} hours, in which anybody who may sign can take it back.</p>
    <Field {...of.field('typed')} hint={hint} autoComplete="off" spellCheck={false} autoCapitalize="none" className="name w-full" maxLength={63} />
    <TextArea {...of.field('reason')} rows={2} longest={500} placeholder="The contract is over, and they asked for it" />
  </>
)

export function AskForm({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const form = useForm('erasures.ask', { ...asked, input: ({ typed, reason }: Wish) => ({ tenant, typed: typed.trim(), reason: reason.trim() }), signing: ({ reason }) => signing(tenant, reason) })
  return <CommandForm of={form} deed="Ask for erasure" whyNot={whyNot}><AskFields of={form} hint={`Type ${tenant}, because it cannot be undone.`} /></CommandForm>
}
export function PlatformAskForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('erasures.askOnPlatform', { ...asked, input: ({ typed, reason }: Wish) => ({ tenant: typed.trim(), typed: typed.trim(), reason: reason.trim() }), signing: ({ typed, reason }) => signing(typed.trim(), reason) })
  return <CommandForm of={form} deed="Ask for erasure" whyNot={whyNot}><AskFields of={form} hint="As it stands in its address." /></CommandForm>
}
