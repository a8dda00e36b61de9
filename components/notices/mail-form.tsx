'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { RadioCards } from '~/components/ui/radio-cards'
import { Select } from '~/components/ui/select'
import type { Preference } from '~/server/notices/preference'

const wishes = [
  { value: 'daily', says: 'Once a day', about: 'All that you have not read by then, in one mail.' },
  { value: 'at_once', says: 'At once, where somebody waits for you', about: 'The rest once a day.' },
  { value: 'off', says: 'Never', about: 'Notices are in the console all the same.' },
]
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), says: `${String(hour).padStart(2, '0')}:00 UTC` }))
const wishOf = (value: string): Preference['mail'] => (value === 'off' || value === 'at_once' ? value : 'daily')

/** When somebody is written to. A mail says of what sort a notice is and where it is, and nothing more. */
export function MailForm({ preference }: { preference: Preference }) {
  const form = useForm('notices.prefer', {
    refusals: {}, empty: { mail: preference.mail as string, hour: String(preference.hour) }, labels: { mail: 'Mail', hour: 'Hour of the day’s mail' }, concerns: {},
    input: (wish) => ({ mail: wishOf(wish.mail), hour: Number(wish.hour) }),
    done: () => 'Your wish is kept.',
  })
  const [mail, hour] = [form.field('mail'), form.field('hour')]
  return (
    <CommandForm of={form} deed="Change mail" whyNot={null}>
      <RadioCards {...mail} options={wishes} onChoose={mail.onType} />
      {form.wish.mail !== 'off' && <Select {...hour} options={hours} onChoose={hour.onType} />}
    </CommandForm>
  )
}
