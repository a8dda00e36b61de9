'use client'
import { useState } from 'react'
import { optionsOf } from '~/components/permissions/options-of'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { tokenRefusals } from '~/server/tokens/token.refusals'
import { many } from '~/server/shared/many'

const days = ['1', '7', '30', '90']
const daysWord = (count: string) => many(Number(count), 'day')

/** What a machine shows in one's place, and for what. It is shown once. */
export function TokenForm({ actions, whyNot }: { actions: readonly { action: string; effect: 'read' | 'write' }[]; whyNot: Reason | null }) {
  const [made, setMade] = useState<string | null>(null)
  const form = useForm('tokens.make', {
    refusals: tokenRefusals, empty: { title: '', days: '30', actions: [] as readonly string[] }, labels: { title: 'Title', days: 'Works for', actions: 'What it may do' },
    concerns: { not_theirs: 'actions', not_for_machines: 'actions', too_many: 'title' },
    input: (wish) => ({ title: wish.title.trim(), days: Number(wish.days), actions: [...wish.actions] }),
    signing: (wish) => ({ deed: `Make the token “${wish.title.trim()}” for ${daysWord(wish.days)}`, consequence: `Whoever has it can do this in your place, and never more than you can: ${wish.actions.join(', ')}.` }),
    done: () => 'The token is made.',
    onDone: ({ secret }) => setMade(secret),
  })
  if (made !== null) return <Once says="Give this to the machine, and keep no copy of it." secret={made} of="the token" onKept={() => setMade(null)} />
  const [chosen, lasts] = [form.field('actions'), form.field('days')]
  return (
    <CommandForm of={form} deed="Make token" whyNot={whyNot}>
      <Field {...form.field('title')} hint="Which machine has it, and what for." autoComplete="off" maxLength={120} placeholder="Nightly report" />
      <Select {...lasts} onChoose={lasts.onType} options={days.map((count) => ({ value: count, says: daysWord(count) }))} />
      <Checkboxes label={chosen.label} name={chosen.name} problem={chosen.problem} hint="As little as it needs. What needs your second factor, no token does." chosen={chosen.value} onChoose={chosen.onType} options={optionsOf(actions)} find="Find a permission" />
    </CommandForm>
  )
}
