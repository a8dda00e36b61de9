'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { holdRefusals } from '~/server/holds/hold.refusals'

type Wish = { of: string; matter: string; reason: string }
const empty: Wish = { of: '', matter: '', reason: '' }

/** What is held, for which matter and why. Nobody in the tenant is told. */
export function HoldForm({ whyNot }: { whyNot: Reason | null }) {
  const form = useForm('holds.place', {
    refusals: holdRefusals, empty, labels: { of: 'Tenant', matter: 'Matter', reason: 'Reason' }, concerns: { tenant_unknown: 'of', held_already: 'matter' },
    input: ({ of, matter, reason }: Wish) => ({ of: of.trim() === '' ? null : of.trim(), matter: matter.trim(), reason: reason.trim() }),
    done: () => 'It is held.',
  })
  return (
    <CommandForm of={form} deed="Place hold" whyNot={whyNot}>
      <Field {...form.field('of')} hint="As it is called. Leave it empty to hold everything on the platform." autoComplete="off" spellCheck={false} autoCapitalize="none" className="name w-full" placeholder="aurora" optional />
      <Field {...form.field('matter')} maxLength={120} hint="What the case is called where it is dealt with." autoComplete="off" />
      <TextArea {...form.field('reason')} longest={500} rows={3} placeholder="A court asked that nothing of this tenant is destroyed" />
    </CommandForm>
  )
}
