'use client'
import { momentOf } from '~/components/members/wish'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { disasterDaysMost } from '~/server/residency/decide-disaster'
import { disasterRefusals } from '~/server/residency/disaster.refusals'
import { endsWith } from './disaster-words'

/** Asks that a region be taken for lost until a day. Nothing comes of it until somebody else signs it. */
export function DisasterForm({ regions, whyNot }: { regions: readonly string[]; whyNot: Reason | null }) {
  const form = useForm('residency.askDisaster', {
    refusals: disasterRefusals, empty: { region: '', until: '', reason: '' }, labels: { region: 'Region', until: 'Ends', reason: 'Reason' },
    concerns: { region_unknown: 'region', already_asked: 'region', until_not_possible: 'until', already_declared: 'until' },
    input: ({ region, until, reason }) => ({ region, until: momentOf(until) ?? '', reason: reason.trim() }),
    signing: ({ region, until }) => ({ deed: `Ask to declare a disaster in ${region}`, consequence: `Nothing comes of it until somebody else signs it. Then nothing new begins there, and tenants that are prepared may go elsewhere, until the end of ${until}.`, only: 'passkey' }),
    done: () => 'It is asked for. Somebody else must sign it.',
  })
  const region = form.field('region')
  return (
    <CommandForm of={form} deed="Ask to declare a disaster" whyNot={whyNot}>
      <Select {...region} onChoose={region.onType} none="Choose a region" options={regions.map((name) => ({ value: name, says: name }))} />
      <Field {...form.field('until')} type="date" className="w-fit" hint={`With that day, in UTC: ${disasterDaysMost} days at most. ${endsWith}`} />
      <TextArea {...form.field('reason')} rows={2} longest={500} />
    </CommandForm>
  )
}

/** Asks that a tenant's work may go to these regions while there is a disaster. */
export function FailoverForm({ tenant, regions, whyNot }: { tenant: string; regions: readonly string[]; whyNot: Reason | null }) {
  const form = useForm('residency.askFailover', {
    refusals: disasterRefusals, empty: { regions: [] as readonly string[], reason: '' }, labels: { regions: 'Regions', reason: 'Reason' },
    concerns: { never_possible: 'regions', region_unknown: 'regions', no_change: 'regions' },
    input: ({ regions: chosen, reason }) => ({ tenant, regions: [...chosen], reason: reason.trim() }),
    signing: ({ regions: chosen }) => ({ deed: `Ask that the work of ${tenant} may go to ${chosen.join(', ')} in a disaster`, consequence: 'Nothing comes of it until somebody else signs it, and a disaster is declared.', only: 'passkey' }),
    done: () => 'It is asked for. Somebody else must sign it.',
  })
  const { value, onType, ...chosen } = form.field('regions')
  return (
    <CommandForm of={form} deed="Ask for these regions" whyNot={whyNot}>
      <Checkboxes {...chosen} chosen={value} onChoose={onType} hint="All of them, in the place of what was prepared before." options={regions.map((name) => ({ value: name, says: name }))} />
      <TextArea {...form.field('reason')} rows={2} longest={500} hint="The tenant reads it, too." />
    </CommandForm>
  )
}
