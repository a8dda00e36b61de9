'use client'
import { useRouter } from 'next/navigation'
import { countryOf, type Region } from '~/components/regions/region-names'
import { CommandForm } from '~/components/shell/command-form'
import { paths } from '~/components/shell/paths'
import { useForm } from '~/components/shell/use-form'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import { HandleField } from '~/components/ui/handle-field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { isolation, isolationLevels, type IsolationLevel, type Regime, regimes, regimeWords, type Trust, usualLevel, whatFollows } from '~/server/tenants/isolation'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { isolationWord } from './isolation-words'

/** The level is nothing for as long as nobody chose one. */
type Wish = { name: string; title: string; trust: string; isolationLevel: string; regions: readonly string[]; compliance: readonly string[]; admin: string; purpose: string }
const empty: Wish = { name: '', title: '', trust: 'internal', isolationLevel: '', regions: [], compliance: [], admin: '', purpose: '' }
const labels = { name: 'Name', title: 'Title', trust: 'Trust', isolationLevel: 'Isolation', regions: 'Regions', compliance: 'Compliance', admin: 'First admin', purpose: 'Purpose' }
const levelOf = ({ trust, isolationLevel, compliance }: Wish): IsolationLevel =>
  isolationLevel === '' ? usualLevel({ trust: trust as Trust, compliance: compliance as readonly Regime[] }) : (Number(isolationLevel) as IsolationLevel)
const asked = (wish: Wish) => ({
  name: wish.name.trim(), title: wish.title.trim(), purpose: wish.purpose.trim(), isolationLevel: levelOf(wish), trust: wish.trust as Trust,
  regions: [...wish.regions], compliance: [...wish.compliance] as Regime[],
})
const common = { refusals: tenantRefusals, empty, labels, concerns: { too_weak_for_external: 'isolationLevel', too_weak_for_fedramp: 'isolationLevel', region_unknown: 'regions', person_unknown: 'admin', name_taken: 'name', already_asked: 'name' } } as const

type Props = { regions: Region[]; whyNot: Reason | null }

/** On the platform: for an organisation, with whoever is to be its first admin. */
export function TenantRequestForm({ organisation, ...props }: Props & { organisation: string }) {
  const router = useRouter()
  const form = useForm('tenants.request', {
    ...common, done: () => 'The request waits for another platform admin or an approver.',
    input: (wish: Wish) => ({ ...asked(wish), organisation, admin: wish.admin.trim() }),
    onDone: ({ request }) => router.push(paths.request(request)),
  })
  return <CommandForm of={form} deed="Request tenant" whyNot={props.whyNot}><Fields of={form} regions={props.regions} admin /></CommandForm>
}

/** In a tenant: another one beside it, of which whoever asks becomes the first admin. */
export function TenantBesideForm({ tenant, ...props }: Props & { tenant: string }) {
  const router = useRouter()
  const form = useForm('tenants.requestBeside', {
    ...common, done: () => 'The request waits for a platform admin or an approver.',
    input: (wish: Wish) => ({ ...asked(wish), tenant }),
    onDone: ({ request }) => router.push(paths.tenantRequest(tenant, request)),
  })
  return <CommandForm of={form} deed="Request tenant" whyNot={props.whyNot}><Fields of={form} regions={props.regions} /></CommandForm>
}

type Fields = Pick<ReturnType<typeof useForm<'tenants.request', Wish>>, 'field' | 'wish'>
function Fields({ of: { field, wish }, regions, admin = false }: { of: Fields; regions: Region[]; admin?: boolean }) {
  const [trust, isolationLevel, allowed, compliance] = [field('trust'), field('isolationLevel'), field('regions'), field('compliance')]
  const level = levelOf(wish)
  const follows = whatFollows({ trust: wish.trust as Trust, level })
  return (
    <>
      <HandleField {...field('name')} placeholder="cascade" />
      <Field {...field('title')} hint="What people read." autoComplete="off" maxLength={120} placeholder="Cascade" />
      <RadioCards
        {...trust} onChoose={trust.onType}
        options={[{ value: 'internal', says: 'Internal', about: 'People of this house, who mean no harm.' }, { value: 'external', says: 'External', about: 'Anybody else: assumed to be hostile.' }]}
      />
      <RadioCards
        {...isolationLevel} value={String(level)} onChoose={isolationLevel.onType}
        options={isolationLevels.map((each) => ({ value: String(each), says: isolationWord(each), about: `${isolation[each].for} ${isolation[each].apart}`, aside: isolation[each].cost.says }))}
      />
      {follows && <p className="text-dense">{follows}</p>}
      <Checkboxes
        {...allowed} chosen={allowed.value} onChoose={allowed.onType} hint="Where its work may run, and nowhere else."
        options={regions.map(({ region, title, country }) => ({ value: region, says: region, about: `${title}, ${countryOf(country)}` }))}
      />
      <Checkboxes {...compliance} chosen={compliance.value} onChoose={compliance.onType} optional options={regimes.map((regime) => ({ value: regime, says: regimeWords[regime] }))} />
      {admin && <Field {...field('admin')} hint="The e-mail of somebody who is known here." type="email" autoComplete="off" maxLength={254} placeholder="lin@example.org" />}
      <TextArea {...field('purpose')} hint="What it is for. Whoever approves reads it." longest={500} />
    </>
  )
}
