'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { caseRefusals } from '~/server/cases/case.refusals'
import type { CloseRefusal } from '~/server/cases/decide-close'
import { type Outcome, outcomes } from '~/server/cases/rule'
import { outcomeWords } from './case-words'

/** A case is closed by saying what it was: how good its rule is, is known from that. Nothing is chosen beforehand, so that what is said was meant. */
export function CloseCase({ id, refused, whyNot }: { id: string; /** What is in the way now, whoever tries. */ refused: CloseRefusal | null; whyNot: Reason | null }) {
  const form = useForm('cases.close', {
    refusals: caseRefusals, empty: { outcome: '', note: '' }, labels: { outcome: 'What was it?', note: 'Note' }, concerns: {},
    input: ({ outcome, note }) => ({ case: id, outcome: outcome as Outcome, note: note.trim() === '' ? null : note.trim() }), done: () => 'The case is closed.',
  })
  const outcome = form.field('outcome')
  return (
    <CommandForm of={form} deed="Close case" isMain={false} whyNot={whyNot ?? (refused && `${caseRefusals[refused].says} ${caseRefusals[refused].fix}`)}>
      <RadioCards label={outcome.label} problem={outcome.problem && 'Choose what it was.'} name={outcome.name} value={outcome.value} onChoose={outcome.onType} options={outcomes.map((value) => ({ value, says: outcomeWords[value].says, about: outcomeWords[value].about }))} />
      <TextArea {...form.field('note')} optional hint="Whoever has the next one of this tenant reads it." longest={500} rows={2} />
    </CommandForm>
  )
}
