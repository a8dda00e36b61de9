'use client'
import { momentOf } from '~/components/members/wish'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { daysMost } from '~/server/delegations/decide-delegation'
import { delegationRefusals } from '~/server/delegations/delegation.refusals'

type Wish = { email: string; until: string; reason: string }
const asked = {
  refusals: delegationRefusals, empty: { email: '', until: '', reason: '' }, labels: { email: 'E-mail', until: 'Ends', reason: 'Reason' },
  concerns: { person_unknown: 'email', own_delegate: 'email', audits: 'email', until_not_possible: 'until' },
  done: () => 'They decide for you now. Both of you are told.',
} as const
const inputOf = ({ email, until, reason }: Wish) => ({ email: email.trim(), until: momentOf(until) ?? '', reason: reason.trim() })
const signing = (place: string) => ({ email, until }: Wish) =>
  ({ deed: `Let ${email.trim()} decide for you ${place}`, consequence: `Until the end of ${until} they answer requests in your place, and nothing else. What either of you asked for, neither answers.` })

type Fields = Pick<ReturnType<typeof useForm<'delegations.begin', Wish>>, 'field'>
const DelegationFields = ({ of }: { of: Fields }) => (
  <>
    <Field {...of.field('email')} hint="Of somebody who holds a role here, and does not audit." type="email" autoComplete="off" maxLength={254} placeholder="lin@example.org" />
    <Field {...of.field('until')} type="date" className="w-fit" hint={`With that day, in UTC: ${daysMost} days at most.`} />
    <TextArea {...of.field('reason')} rows={2} longest={500} placeholder="On leave" />
  </>
)

export function DelegationForm({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const form = useForm('delegations.begin', { ...asked, input: (wish) => ({ tenant, ...inputOf(wish) }), signing: signing(`in ${tenant}`) })
  return <CommandForm of={form} deed="Let them decide" whyNot={whyNot}><DelegationFields of={form} /></CommandForm>
}
export function PlatformDelegationForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('delegations.beginOnPlatform', { ...asked, input: inputOf, signing: signing('on the platform') })
  return <CommandForm of={form} deed="Let them decide" whyNot={whyNot}><DelegationFields of={form} /></CommandForm>
}
