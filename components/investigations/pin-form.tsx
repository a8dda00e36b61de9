'use client'
import { useEffect, useRef } from 'react'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { isSingleKey } from '~/components/ui/single-key'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'

type Props = { record: { tenant: string; stream: 'deed' | 'access'; sequence: string }; open: readonly { investigation: string; title: string }[]; whyNot: Reason | null }

/** Pins the record that is open to an investigation that is. Folded away; p unfolds it. */
export function PinForm({ record: { tenant: place, stream, sequence }, open, whyNot }: Props) {
  const folded = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !isSingleKey(event) || folded.current === null) return
      event.preventDefault()
      folded.current.open = true
      folded.current.querySelector('select')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const form = useForm('investigations.pin', {
    refusals: investigationRefusals, empty: { investigation: open[0]?.investigation ?? '', why: '' }, labels: { investigation: 'Investigation', why: 'Why it belongs there' }, concerns: { investigation_unknown: 'investigation', closed_already: 'investigation', pinned_otherwise: 'why' },
    input: ({ investigation, why }) => ({ investigation, place, stream, sequence, why: why.trim() }), done: ({ repeats }) => (repeats ? 'It was pinned already.' : 'It is pinned.'),
  })
  const to = form.field('investigation')
  return (
    <details ref={folded} data-pins="" className="grid gap-2">
      <summary className="quiet-motion -ml-2 inline-flex min-h-7 w-fit cursor-default items-center rounded-control px-2 text-accent hover:bg-hover">Pin to an investigation</summary>
      <div className="grid gap-3 pt-2">
        <CommandForm of={form} deed="Pin record" whyNot={whyNot}>
          <Select label={to.label} problem={to.problem} name={to.name} value={to.value} onChoose={to.onType} options={open.map(({ investigation: value, title }) => ({ value, says: title }))} />
          <TextArea {...form.field('why')} longest={500} rows={2} hint="It stands beside the record, and is not changed any more." />
        </CommandForm>
      </div>
    </details>
  )
}
