'use client'
import { useState } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { type FormOf, useForm, type Wish } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { Once } from '~/components/ui/once'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import type { Format, Way } from '~/server/feeds/feed'
import { feedRefusals } from '~/server/feeds/feed.refusals'

export const keyOnce = 'Give this key to the receiver: by it, it knows that a batch is from here.'
const labels = { title: 'Title', way: 'By', address: 'Address', format: 'Format', from: 'Begins' } as const
const empty = { title: '', way: 'webhook', address: '', format: 'ocsf', from: 'now' }
const concerns = { not_an_address: 'address', not_https: 'address', not_its_port: 'address', has_password: 'address', not_public: 'address', too_many: 'title' } as const
const ways = [{ value: 'webhook', says: 'Signed webhook', about: 'Several records in one POST by https. A batch that is not taken is given again.' }, { value: 'syslog', says: 'Syslog', about: 'By TLS, a line for each record. Syslog does not say what a receiver kept.' }]
const formats = [{ value: 'ocsf', says: 'OCSF 1.8' }, { value: 'ecs', says: 'ECS 9.4 (Elastic)' }, { value: 'recorded', says: 'As recorded' }]
const beginnings = [{ value: 'now', says: 'With what is recorded from now on' }, { value: 'beginning', says: 'With the first record there is' }]
const addresses: Record<Way, string> = { webhook: 'https://siem.example.org/bailiwick', syslog: 'tls://siem.example.org:6514' }
type Fields = typeof empty
const wayOf = ({ way }: Pick<Fields, 'way'>): Way => (way === 'syslog' ? 'syslog' : 'webhook')
const formatOf = ({ format }: Fields): Format => (format === 'recorded' || format === 'ecs' ? format : 'ocsf')
const wishOf = (fields: Fields) => ({ title: fields.title.trim(), address: fields.address.trim(), way: wayOf(fields), format: formatOf(fields), from: fields.from === 'beginning' ? 'beginning' as const : 'now' as const })
const signing = (given: string) => ({ title }: Fields) => ({ deed: `Make the feed “${title.trim()}”`, consequence: given })

function Asked({ form }: { form: { field: FormOf<'feeds.create', Fields & Wish>['field'] } }) {
  const [way, format, from] = [form.field('way'), form.field('format'), form.field('from')]
  return (
    <>
      <Field {...form.field('title')} hint="Who receives it." autoComplete="off" maxLength={120} placeholder="Security" />
      <RadioCards {...way} onChoose={way.onType} options={ways} />
      <Field {...form.field('address')} hint="On the internet. It is kept as a secret: only its host is shown." autoComplete="off" maxLength={2048} placeholder={addresses[wayOf({ way: way.value })]} />
      <Select {...format} onChoose={format.onType} options={formats} />
      <Select {...from} onChoose={from.onType} options={beginnings} />
    </>
  )
}
/** What is shown once where there is a key, and that it is made where there is none. */
function useMade() {
  const [secret, setSecret] = useState<string | null>(null)
  return { once: secret === null ? null : <Once says={keyOnce} secret={secret} of="the key" onKept={() => setSecret(null)} />, onDone: (made: { secret: string | null }) => setSecret(made.secret) }
}
export function FeedForm({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const { once, onDone } = useMade()
  const given = signing(`Whoever has this address is given the record of ${tenant}: who did what, what was asked and what changed.`)
  const form = useForm('feeds.create', { refusals: feedRefusals, empty, labels, concerns, signing: given, input: (wish) => ({ tenant, ...wishOf(wish) }), done: () => 'The feed is made.', onDone })
  return once ?? <CommandForm of={form} deed="Make feed" whyNot={whyNot}><Asked form={form} /></CommandForm>
}
export function PlatformFeedForm({ whyNot }: { whyNot: Reason | null }) {
  const { once, onDone } = useMade()
  const given = signing('Whoever has this address is given the record of every tenant and of the platform: who did what. Not what was asked, answered or changed.')
  const form = useForm('feeds.createOnPlatform', { refusals: feedRefusals, empty, labels, concerns, signing: given, input: wishOf, done: () => 'The feed is made.', onDone })
  return once ?? <CommandForm of={form} deed="Make feed" whyNot={whyNot}><Asked form={form} /></CommandForm>
}
