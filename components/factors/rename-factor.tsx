'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { factorRefusals } from '~/server/factors/factor.refusals'

export function RenameFactor({ factor, label, whyNot }: { factor: string; label: string; whyNot: Reason | null }) {
  const form = useForm('factors.rename', {
    refusals: factorRefusals, empty: { label }, labels: { label: 'Name' }, concerns: {},
    input: (wish) => ({ factor, label: wish.label.trim() }), done: (value) => `It is called ${value.label} now.`,
  })
  return (
    <CommandForm of={form} deed="Rename" whyNot={whyNot}>
      <Field {...form.field('label')} hint="What you know it by." autoComplete="off" maxLength={60} />
    </CommandForm>
  )
}
