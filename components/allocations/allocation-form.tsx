'use client'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import { countryOf, type Region } from '~/components/regions/region-names'
import { announce } from '~/components/shell/announcer'
import type { No, RefusalOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { useWritten } from '~/components/shell/told-after'
import { sayWrong } from '~/components/shell/use-form'
import { Button } from '~/components/ui/button'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import { Form, type Problem } from '~/components/ui/form'
import { HandleField } from '~/components/ui/handle-field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'
import { TextArea } from '~/components/ui/text-area'
import { limitsRefusals } from '~/server/admission/limits/limits.refusals'
import { admissionRefusals, amendRefusals } from '~/server/allocations/allocation.refusals'
import type { Prepared } from '~/server/allocations/prepare-allocation'
import { type Amends, amendmentOf } from './amendment'
import { AllocationPreview, VerdictInShort } from './allocation-preview'
import { ClassField } from './class-field'
import { DurationFields } from './duration-fields'
import { GpuFields } from './gpu-fields'
import { type AllocationWish, fieldOfLimit, readWish, unsaidPurpose, type WishField, wishFieldOf, wishLabels } from './read-wish'
import { suggestName } from './suggest-name'
import { usePrepared } from './use-prepared'
import { usePreview } from './use-preview'

/** There is nothing to be carried elsewhere until all of it is written. */
const CopyWish = dynamic(() => import('./copy-wish').then((loaded) => loaded.CopyWish), { ssr: false })

type Asked = No<RefusalOf<'allocations.create'> | RefusalOf<'allocations.amend'>>
const concerns: Readonly<Partial<Record<Asked['reason'], WishField>>> = {
  name_taken: 'name', name_malformed: 'name', label_missing: 'costCenter', label_malformed: 'costCenter', region_unknown: 'region', region_prohibited: 'region', region_not_allowed: 'region', outside_jurisdiction: 'region', region_lost: 'region',
  class_unknown: 'class', class_not_allowed: 'class', above_normal: 'class', class_has_share: 'class', too_long: 'hours', nothing_asked: 'gpus', gpus_unclear: 'gpus', namespace_closed: 'namespace', namespace_frozen: 'namespace',
}
const label = 'cost-center'
/** `namespaces` are all that the reader reaches, or null where there are too many to choose from. `filled` is what the address brought along; `amends` is what is changed, where it was asked for already. */
type Props = { tenant: string; amends?: Amends | null; namespaces: readonly string[] | null; regions: readonly Region[]; prepared: Prepared; filled: Partial<AllocationWish>; whyNot: Reason | null }

/** Requests GPUs, or changes what was requested, and says beforehand what would come of it: by the decider that decides, while one types. */
export function AllocationForm({ tenant, amends = null, namespaces, regions, prepared: before, filled, whyNot }: Props) {
  const router = useRouter()
  const first: AllocationWish = {
    name: '', namespace: namespaces?.length === 1 ? (namespaces[0] ?? '') : '', class: before.normal, pods: '1', gpus: '1', by: 'models', models: '', gpuMemory: '', cpu: '', memory: '', region: '', hours: String(before.hours.usual),
    costCenter: before.labels[label] ?? '', purpose: '', waits: '', ...filled,
  }
  const [wish, setWish] = useState(first)
  const [isCostCenterOwn, setCostCenterOwn] = useState(filled.costCenter !== undefined)
  const [tried, setTried] = useState(false)
  /** As it was sent last: a no to a field is news as long as what was sent stands in it. */
  const [asked, setAsked] = useState(first)
  const [isDone, setDone] = useState(false)
  useWritten(isDone || wish.purpose === first.purpose ? '' : wish.purpose)
  const { open, ...known } = usePrepared(tenant, wish.namespace.trim(), { namespace: first.namespace, prepared: before })
  // Of what is changed it is no news that it is open.
  const prepared = { ...known, open: open.filter(({ allocation }) => allocation !== amends?.allocation) }
  const last = prepared.labels[label] ?? ''
  // What somebody wrote themselves stays, and so does that they left it empty; what was put in for them goes with the namespace it came from.
  useEffect(() => {
    if (!isCostCenterOwn && last !== '') setWish((now) => ({ ...now, costCenter: last }))
  }, [last, isCostCenterOwn])
  const { input, problems: unread } = readWish(tenant, wish, prepared)
  const isUnclear = unread.some(({ field }) => wish[field].trim() !== '')
  // The purpose decides nothing: whoever writes it asks nothing again.
  const preview = usePreview(whyNot === null && input !== null ? { ...input, purpose: unsaidPurpose } : null, amends)
  const create = useCommand('allocations.create', admissionRefusals, ({ allocation, verdict, approver, byRule }) => {
    setDone(true)
    announce(`${wish.name.trim()} is ${verdict === 'admit' ? 'admitted' : approver === null ? 'waiting for room' : byRule ? 'asked: by rule, unless it is drawn for a person to look at' : 'held: somebody is asked for a yes'}.`)
    router.push(allocation === null ? paths.allocations(tenant) : paths.allocation(tenant, allocation))
  })
  const amend = useCommand('allocations.amend', amendRefusals, ({ allocation, verdict, approver }) => {
    setDone(true)
    announce(`${wish.name.trim()} is changed: ${verdict === 'admit' ? 'it is admitted' : approver === null ? 'it waits for room' : 'it is asked anew'}.`)
    router.push(paths.allocation(tenant, allocation ?? ''))
  })
  const sent = amends === null ? create : amend
  const refused = problemsOf(sent.no, asked)
  const problems = [...(tried ? unread : []), ...refused.filter(({ field }) => wish[field] === asked[field])].map(({ field, says }): Problem => ({ field, label: wishLabels[field], says }))
  const apply = (part: Partial<AllocationWish>) => setWish((now) => ({ ...now, ...part }))
  const field = <F extends WishField>(name: F) => ({
    name, label: wishLabels[name], value: wish[name], problem: problems.find((problem) => problem.field === name)?.says ?? null, onType: (text: string) => {
      if (name === 'costCenter') setCostCenterOwn(true)
      apply({ [name]: text })
    },
  })
  const chosen = (name: WishField) => {
    const { onType, ...rest } = field(name)
    return { ...rest, onChoose: onType }
  }
  const writePurpose = (purpose: string) => setWish((now) => ({ ...now, purpose, ...(amends === null && now.name === suggestName(now.purpose) ? { name: suggestName(purpose) } : {}) }))
  function submit() {
    setTried(true)
    if (input === null || unread.length > 0 || isDone) return
    setAsked(wish)
    if (amends === null) void create.carryOut(input)
    else void amend.carryOut({ ...amendmentOf(input, amends), terms: amends.terms })
  }
  const allowed = useMemo(() => regions.filter(({ region }) => prepared.regions.includes(region) || region === wish.region), [regions, prepared.regions, wish.region])
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <div className="w-full xl:w-130 xl:shrink-0">
        <Form problems={problems} dirty={!isDone && JSON.stringify({ ...wish, costCenter: '' }) !== JSON.stringify({ ...first, costCenter: '' })} onSubmit={submit}>
          <Refused no={refused.length === 0 && problems.length === 0 ? sent.no : null} />
          <TextArea {...field('purpose')} onType={writePurpose} hint="What it is for. Whoever approves reads it." rows={2} longest={500} />
          {amends === null && <div className="grid items-start gap-4 md:grid-cols-2">
            <HandleField {...field('name')} placeholder="fine-tuning" />
            {namespaces === null
              ? <Field {...field('namespace')} hint="Where it is to run." autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
              : <Select {...chosen('namespace')} hint="Where it is to run." none="Choose a namespace" options={namespaces.map((name) => ({ value: name, says: name }))} />}
          </div>}
          <GpuFields wish={wish} models={prepared.models} field={field} onApply={apply} />
          <DurationFields field={field('hours')} hours={prepared.hours} />
          <ClassField {...chosen('class')} classes={prepared.classes} normal={prepared.normal} />
          {prepared.lost.map(({ region, until }) => <Strip key={region} tone="notice">There is a disaster in <span className="name">{region}</span>: nothing new begins there until <Exact at={until} />.</Strip>)}
          {(allowed.length > 1 || wish.region !== '') && <Select {...chosen('region')} none="Any that is allowed" options={allowed.map(({ region, title, country }) => ({ value: region, says: `${region}, ${title}, ${countryOf(country)}` }))} />}
          <Field {...field('costCenter')} hint={last !== '' && wish.costCenter === last ? 'The label by which it is accounted for, as it was here last.' : 'The label by which it is accounted for.'} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} placeholder="ml-7" />
          <Checkboxes
            name="waits" label={wishLabels.waits} optional chosen={wish.waits === '' ? [] : [wish.waits]} onChoose={([yes = '']) => apply({ waits: yes })}
            options={[{ value: 'yes', says: 'Wait when there is no room', about: 'It begins by itself as soon as there is some.' }]}
          />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <VerdictInShort preview={preview} />
            <Button look="primary" type="submit" isSaving={sent.isSending} whyNot={whyNot}>{amends === null ? 'Request GPUs' : 'Change request'}</Button>
            {amends === null && unread.length === 0 && input !== null && <CopyWish wish={input} />}
          </div>
        </Form>
      </div>
      <AllocationPreview preview={preview} prepared={prepared} isUnclear={isUnclear} onApply={apply} />
    </div>
  )
}

/** A refusal lands where it can be mended; so does what the door says of a field. */
function problemsOf(no: Asked | null, wish: AllocationWish): { field: WishField; says: string }[] {
  if (no === null) return []
  // How far one pod may go is said whole by the engine, and beside it what would get further.
  const ofLimit = Object.hasOwn(limitsRefusals, no.reason) ? fieldOfLimit(no.says) : undefined
  if (ofLimit !== undefined) return [{ field: ofLimit, says: no.says }]
  const about = concerns[no.reason]
  if (about !== undefined) return [{ field: about, says: `${no.says} ${no.fix}` }]
  return no.fields.flatMap(({ field, says }) => {
    const own = wishFieldOf(field)
    return own === null ? [] : [{ field: own, says: sayWrong(wish[own].trim(), says) }]
  })
}
