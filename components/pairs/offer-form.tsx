'use client'
import { momentOf } from '~/components/members/wish'
import { NamespaceField } from '~/components/namespaces/namespace-field'
import { ObjectList } from '~/components/namespaces/object-list'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { decideAllowing } from '~/server/namespaces/decide-objects'
import { daysMost, portsMost } from '~/server/pairs/decide-pair'
import { offerRefusals } from '~/server/pairs/pair.refusals'
import { portsOf, sayPorts } from './pair-words'

const ways = [
  { value: 'out', says: 'This side opens it', about: 'Pods here connect to those ports there.' },
  { value: 'in', says: 'The other side opens it', about: 'Pods there connect to those ports here.' },
]
const wayOf = (way: string) => (way === 'in' ? ('in' as const) : ('out' as const))

/** One side's word. The other place is typed, not chosen: which there are is for no other tenant to know. */
export function OfferForm({ tenant, namespace, namespaces, whyNot }: { tenant: string; namespace: string | null; namespaces: readonly string[] | null; whyNot: Reason | null }) {
  const form = useForm('pairs.offer', {
    refusals: offerRefusals, empty: { namespace: namespace ?? namespaces?.[0] ?? '', otherTenant: '', otherNamespace: '', way: 'out', ports: '', until: '', purpose: '' },
    labels: { namespace: 'Namespace', otherTenant: 'Other tenant', otherNamespace: 'Its namespace', way: 'Who opens the connection', ports: 'Ports', until: 'Ends', purpose: 'Purpose' },
    concerns: { namespace_unknown: 'namespace', namespace_frozen: 'namespace', too_many_pairs: 'namespace', same_tenant: 'otherTenant', already_offered: 'otherNamespace', no_change: 'ports', until_not_possible: 'until' },
    input: (wish) => ({ tenant, namespace: wish.namespace, otherTenant: wish.otherTenant.trim(), otherNamespace: wish.otherNamespace.trim(), way: wayOf(wish.way), ports: portsOf(wish.ports), until: momentOf(wish.until) ?? '', purpose: wish.purpose.trim() }),
    signing: (wish) => ({ deed: `Offer ${wish.namespace} a pair with ${wish.otherTenant.trim()}/${wish.otherNamespace.trim()}`, consequence: `${wish.way === 'in' ? 'They may' : 'It may'} open connections, ${sayPorts(portsOf(wish.ports))}, until the end of ${wish.until}, when an admin of theirs has said yes. Either side ends it at any time.` }),
    done: () => 'The offer waits for the other side, for two weeks at most.',
  })
  const [own, way, { ports, otherTenant, otherNamespace }] = [form.field('namespace'), form.field('way'), form.wish]
  const [isNamed, typed] = [otherTenant.trim() !== '' && otherNamespace.trim() !== '', portsOf(ports)]
  return (
    <CommandForm of={form} deed="Offer pair" whyNot={whyNot}>
      <NamespaceField {...own} namespaces={namespaces} />
      <Field {...form.field('otherTenant')} hint="As it is called. Whether there is one you are not told: the offer waits either way." autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
      <Field {...form.field('otherNamespace')} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
      <RadioCards label={way.label} problem={way.problem} name={way.name} value={way.value} onChoose={way.onType} options={ways} />
      <Field {...form.field('ports')} hint={`TCP, ${portsMost} at most, apart by commas.`} inputMode="numeric" autoComplete="off" maxLength={140} placeholder="443, 8443" />
      <Field {...form.field('until')} type="date" className="w-fit" hint={`With that day, in UTC: ${daysMost} days at most.`} />
      <TextArea {...form.field('purpose')} hint="The other tenant’s admins read it." rows={3} longest={500} placeholder="Readings are sent there every night" />
      {isNamed && typed.length > 0 && (
        <section aria-label="What would be added on this side" className="grid gap-2">
          <p>What would be added on a cluster, on this side; the other side has its own half.</p>
          <ObjectList objects={[decideAllowing({ tenant, name: own.value }, { id: 'new', tenant: otherTenant.trim(), namespace: otherNamespace.trim(), way: wayOf(way.value), ports: typed })]} />
        </section>
      )}
    </CommandForm>
  )
}
