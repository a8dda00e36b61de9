'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'

/** About all of it. */
export function NoteForm({ investigation, whyNot }: { investigation: string; whyNot: Reason | null }) {
  const form = useForm('investigations.note', { refusals: investigationRefusals, empty: { note: '' }, labels: { note: 'Note' }, concerns: {}, input: ({ note }) => ({ investigation, pinned: null, note: note.trim() }), done: () => 'It is noted.' })
  return <CommandForm of={form} deed="Add note" whyNot={whyNot}><TextArea {...form.field('note')} longest={500} rows={2} hint="It is not changed any more: what turns out otherwise is another note." /></CommandForm>
}
