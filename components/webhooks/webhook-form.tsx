'use client'
import { useState } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { type FormOf, useForm, type Wish } from '~/components/shell/use-form'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import type { WebhookKind } from '~/server/webhooks/webhook'
import { webhookRefusals } from '~/server/webhooks/webhook.refusals'
import { kindWords } from './webhook-words'

export const keyOnce = 'Give this key to the receiver: by it, it knows that a message is from here.'
const labels = { title: 'Title', address: 'Address', format: 'Format', kinds: 'What it is told of' } as const
const empty = { title: '', address: '', format: 'standard', kinds: [] as readonly string[] }
const kinds = Object.entries(kindWords).map(([value, says]) => ({ value, says }))
const concerns = { not_an_address: 'address', not_https: 'address', not_its_port: 'address', has_password: 'address', not_public: 'address', too_many: 'title' } as const
const formats = [{ value: 'standard', says: 'Signed JSON (Standard Webhooks)' }, { value: 'slack', says: 'Slack' }]
type Fields = typeof empty
const wishOf = ({ title, address, format, kinds }: Fields) => ({ title: title.trim(), address: address.trim(), format: format === 'slack' ? 'slack' as const : 'standard' as const, kinds: [...kinds] as WebhookKind[] })
const signing = ({ title }: Fields) => ({ deed: `Make the webhook “${title.trim()}”`, consequence: 'Whoever has this address is told of what you chose: of what sort it is and where, and nothing of what it is about.' })

function Asked({ form }: { form: { field: FormOf<'webhooks.create', Fields & Wish>['field'] } }) {
  const [format, chosen] = [form.field('format'), form.field('kinds')]
  return (
    <>
      <Field {...form.field('title')} hint="Who listens." autoComplete="off" maxLength={120} placeholder="Operations" />
      <Field {...form.field('address')} hint="On the internet, by https. It is kept as a secret: only its host is shown." autoComplete="off" maxLength={2048} placeholder="https://hooks.example.org/bailiwick" />
      <Select {...format} onChoose={format.onType} options={formats} />
      <Checkboxes label={chosen.label} name={chosen.name} problem={chosen.problem} chosen={chosen.value} onChoose={chosen.onType} options={kinds} />
    </>
  )
}
export function WebhookForm({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm('webhooks.create', { refusals: webhookRefusals, empty, labels, concerns, signing, input: (wish) => ({ tenant, ...wishOf(wish) }), done: () => 'The webhook is made.', onDone: (made) => setSecret(made.secret) })
  if (secret !== null) return <Once says={keyOnce} secret={secret} of="the key" onKept={() => setSecret(null)} />
  return <CommandForm of={form} deed="Make webhook" whyNot={whyNot}><Asked form={form} /></CommandForm>
}
export function PlatformWebhookForm({ whyNot }: { whyNot: Reason | null }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm('webhooks.createOnPlatform', { refusals: webhookRefusals, empty, labels, concerns, signing, input: wishOf, done: () => 'The webhook is made.', onDone: (made) => setSecret(made.secret) })
  if (secret !== null) return <Once says={keyOnce} secret={secret} of="the key" onKept={() => setSecret(null)} />
  return <CommandForm of={form} deed="Make webhook" whyNot={whyNot}><Asked form={form} /></CommandForm>
}
