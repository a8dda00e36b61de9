'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { incidentRefusals } from '~/server/incidents/incident.refusals'

export function NoteForm({ incident, whyNot }: { incident: string; whyNot: Reason | null }) {
  const form = useForm('incidents.note', { refusals: incidentRefusals, empty: { note: '' }, labels: { note: 'Note' }, concerns: {}, input: ({ note }) => ({ incident, note: note.trim() }), done: () => 'It is noted.' })
  return <CommandForm of={form} deed="Add note" whyNot={whyNot}><TextArea {...form.field('note')} longest={500} rows={2} /></CommandForm>
}
