'use client'
import { useState } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { personalRefusals } from '~/server/personal/personal.refusals'

type Field = 'username' | 'sourceIP' | 'userAgent'
type Record = { stream: 'deed' | 'access'; sequence: string }
type Opened = { field: Field; value: string }
type Wish = { field: string; reason: string }

const words: Readonly<{ [F in Field]: string }> = { username: 'Signed in as', sourceIP: 'Came from', userAgent: 'Browser' }
const fields = Object.keys(words) as Field[]
const asked = {
  refusals: personalRefusals, empty: { field: 'username', reason: '' }, labels: { field: 'What to open', reason: 'Reason' }, concerns: { nothing_kept: 'field' as const },
  done: ({ field }: Opened) => `${words[field]}: opened, and the record says that you opened it.`,
}
const inputOf = ({ field, reason }: Wish) => ({ field: fields.find((each) => each === field) ?? 'username', reason: reason.trim() })

type Fields = Pick<ReturnType<typeof useForm<'personal.open', Wish>>, 'field'>
function OpenFields({ of }: { of: Fields }) {
  const chosen = of.field('field')
  return (
    <>
      <Select {...chosen} onChoose={chosen.onType} options={fields.map((field) => ({ value: field, says: words[field] }))} />
      <TextArea {...of.field('reason')} longest={500} rows={2} hint="It stands in the record, beside your name." />
    </>
  )
}
/** What was opened is kept on this page and nowhere else: whoever comes again opens it again. */
function useOpened() {
  const [opened, setOpened] = useState<readonly Opened[]>([])
  return { opened, keep: (one: Opened) => setOpened((others) => [...others.filter(({ field }) => field !== one.field), one]) }
}
const OpenedList = ({ opened }: { opened: readonly Opened[] }) =>
  opened.length === 0 ? null : <Properties items={opened.map(({ field, value }) => ({ says: words[field], value: <span className="name wrap-anywhere">{value}</span> }))} />

export function OpenForm({ tenant, record, whyNot }: { tenant: string; record: Record; whyNot: Reason | null }) {
  const { opened, keep } = useOpened()
  const form = useForm('personal.open', { ...asked, input: (wish) => ({ tenant, ...record, ...inputOf(wish) }), onDone: keep })
  return <><OpenedList opened={opened} /><CommandForm of={form} deed="Open" whyNot={whyNot}><OpenFields of={form} /></CommandForm></>
}
/** `tenant` is whose record it is; null is nobody's. */
export function PlatformOpenForm({ tenant, record, whyNot }: { tenant: string | null; record: Record; whyNot: Reason | null }) {
  const { opened, keep } = useOpened()
  const form = useForm('personal.openOnPlatform', { ...asked, input: (wish) => ({ tenant, ...record, ...inputOf(wish) }), onDone: keep })
  return <><OpenedList opened={opened} /><CommandForm of={form} deed="Open" whyNot={whyNot}><OpenFields of={form} /></CommandForm></>
}
