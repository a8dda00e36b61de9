'use client'
import { useRouter } from 'next/navigation'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { incidentRefusals } from '~/server/incidents/incident.refusals'
import { type Playbook, playbookNames, playbooks, type Severity, severities } from '~/server/incidents/incident'
import { momentOf, severityWords } from './incident-words'

/** What was seen, and since when somebody knows: from then on there are 72 hours. `now` is the server’s, to begin with. */
export function IncidentForm({ signal, file, title, now, whyNot }: { signal: string | null; file: string | null; title: string; now: string; whyNot: Reason | null }) {
  const router = useRouter()
  const form = useForm('incidents.open', {
    refusals: incidentRefusals, empty: { title, severity: 'high' as string, playbook: 'compromised_account' as string, seen: '', awareAt: now.slice(0, 16) },
    labels: { title: 'Title', severity: 'Severity', playbook: 'Checklist', seen: 'What was seen', awareAt: 'Aware of it since' }, concerns: { aware_ahead: 'awareAt' },
    input: (wish) => ({ title: wish.title.trim(), severity: wish.severity as Severity, playbook: wish.playbook as Playbook, seen: wish.seen.trim(), awareAt: momentOf(wish.awareAt) ?? '', signal, case: file }),
    done: () => 'The incident is open.', onDone: ({ incident }) => router.push(paths.incident(incident)),
  })
  const [severity, playbook] = [form.field('severity'), form.field('playbook')]
  return (
    <CommandForm of={form} deed="Open incident" whyNot={whyNot}>
      <Field {...form.field('title')} maxLength={120} autoComplete="off" />
      <TextArea {...form.field('seen')} longest={500} rows={3} placeholder="Their token stood in a public place" />
      <RadioCards label={severity.label} problem={severity.problem} name={severity.name} value={severity.value} onChoose={severity.onType} options={severities.map((value) => ({ value, says: severityWords[value].says, about: severityWords[value].about }))} />
      <Select label={playbook.label} problem={playbook.problem} name={playbook.name} value={playbook.value} onChoose={playbook.onType} options={playbookNames.map((value) => ({ value, says: playbooks[value].says }))} />
      <Field {...form.field('awareAt')} type="datetime-local" className="w-fit" hint="In UTC. From then on there are 72 hours to tell the authority, if personal data is concerned." />
    </CommandForm>
  )
}
