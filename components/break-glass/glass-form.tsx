'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import type { Reason } from '~/components/ui/reason'
import { SlideField } from '~/components/ui/slide-field'
import { TextArea } from '~/components/ui/text-area'
import { breakGlassRefusals } from '~/server/break-glass/break-glass.refusals'
import { minutesMost } from '~/server/break-glass/decide-break-glass'
import { many } from '~/server/shared/many'
import { givesWords } from './gives'

type Wish = { reason: string; minutes: string; tenants: string }
const tenantsIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((name) => name !== '')
const empty: Wish = { reason: '', minutes: '30', tenants: '' }

/** Why, for how long and where; what it gives stands beside, before anything is signed. */
export function GlassForm({ delayMinutes, whyNot }: { delayMinutes: number | null; whyNot: Reason | null }) {
  const wait = delayMinutes === null ? 'after the wait that the policy says' : `in ${many(delayMinutes, 'minute')}`
  const form = useForm('breakGlass.begin', {
    refusals: breakGlassRefusals, empty, labels: { reason: 'Reason', minutes: 'Minutes', tenants: 'Tenants' }, concerns: { tenant_unknown: 'tenants' },
    input: ({ reason, minutes, tenants }: Wish) => ({ reason: reason.trim(), minutes: Number(minutes), tenants: tenantsIn(tenants) }),
    signing: ({ reason, minutes, tenants }: Wish) => ({
      deed: `Act alone for ${many(Number(minutes), 'minute')}${tenantsIn(tenants).length === 0 ? '' : `, in ${tenantsIn(tenants).join(', ')} too`}`,
      consequence: `It opens ${wait}, or when somebody else signs. Everybody on the platform and whoever runs these tenants are told, all of it is recorded, and somebody else looks at it afterwards. Reason: ${reason.trim()}`,
    }),
    done: () => `It opens ${wait}, unless somebody stops it. Somebody else’s signature opens it at once.`,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h3 className="font-medium text-strong">What it gives</h3>
        <ul className="grid list-disc gap-0.5 pl-5">{Object.values(givesWords).map((says) => <li key={says}>{says}</li>)}</ul>
        <p className="text-quiet">Nothing by which anybody comes in, is given a role or rules differ afterwards. Each deed takes its second factor.</p>
      </div>
      <CommandForm of={form} deed="Ask to act alone" whyNot={whyNot}>
        <TextArea {...form.field('reason')} rows={2} longest={500} placeholder="Aurora floods the cluster, and nobody who runs it answers" />
        <SlideField {...form.field('minutes')} most={minutesMost} unit="minutes" hint={`Once it is open: ${minutesMost} at most.`} />
        <Field {...form.field('tenants')} hint="Those that it concerns, as they are called, with commas between." autoComplete="off" spellCheck={false} autoCapitalize="none" className="name w-full" placeholder="aurora, borealis" optional />
      </CommandForm>
    </div>
  )
}
