'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { incidentRefusals } from '~/server/incidents/incident.refusals'

export function CloseIncident({ incident, whyNot }: { incident: string; whyNot: Reason | null }) {
  const form = useForm('incidents.close', { refusals: incidentRefusals, empty: { summary: '' }, labels: { summary: 'What it was' }, concerns: {}, input: ({ summary }) => ({ incident, summary: summary.trim() }), done: () => 'The incident is closed.' })
  return <CommandForm of={form} deed="Close incident" whyNot={whyNot}><TextArea {...form.field('summary')} longest={500} rows={3} hint="What let it happen, what it came to, and what is different now. It begins the report." /></CommandForm>
}
