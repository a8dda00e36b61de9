'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { TextArea } from '~/components/ui/text-area'
import { memberRefusals } from '~/server/members/member.refusals'
import { many } from '~/server/shared/many'
import { addressesIn } from './addresses'
import { RoleFields } from './role-fields'
import { concerns, type Custom, empty, endRefused, inputOf, labels, lasts, roleAt } from './wish'

const count = (emails: string) => many(addressesIn(emails).length, 'person', 'people')

/** The same role for up to 200 people: all of them or nobody, and whoever cannot be given it is named. */
export function GrantManyForm({ tenant, namespaces, own, whyNot }: { tenant: string; namespaces: readonly string[] | null; own: readonly Custom[]; whyNot: Reason | null }) {
  const form = useForm('members.grantMany', {
    refusals: memberRefusals, empty: { emails: '', ...empty }, labels: { emails: 'E-mails', ...labels },
    concerns: { ...concerns, not_everybody: 'emails' },
    input: ({ emails, ...wish }) => ({ tenant, emails: addressesIn(emails), ...inputOf(wish) }),
    before: endRefused,
    signing: ({ emails, ...wish }) => ({ deed: `Make ${count(emails)} ${roleAt(tenant, wish, own)}`, consequence: `All of them or nobody. It holds at once, and ${lasts(wish)}.` }),
    done: ({ given }) => `The role is held now by ${many(given, 'person', 'people')}.`,
  })
  const { no } = form.command
  const addresses = addressesIn(form.wish.emails)
  const named = no === null ? [] : no.reason === 'not_everybody' ? no.fields
    : no.fields.flatMap(({ field }) => (/^emails\.\d+$/.test(field) ? [{ field: addresses[Number(field.slice('emails.'.length))] ?? '', says: 'It is no address.' }] : []))
  return (
    <CommandForm of={form} deed="Give role to all" whyNot={whyNot}>
      <TextArea {...form.field('emails')} rows={8} longest={20_000} hint="One on each line, or a table whose first column they are. At most 200, of people who are known here." />
      {named.length > 0 && (
        <Strip tone="danger">
          <ul className="grid gap-0.5" aria-label="Who cannot be given it">{named.map(({ field, says }) => <li key={field}><span className="font-medium">{field}</span>: {says}</li>)}</ul>
        </Strip>
      )}
      <RoleFields where={form.field('namespace')} role={form.field('role')} until={form.field('until')} namespaces={namespaces} own={own} />
    </CommandForm>
  )
}
