'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { countryOf, type Region } from '~/components/regions/region-names'
import { announce } from '~/components/shell/announcer'
import type { No, RefusalOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Field } from '~/components/ui/field'
import { Form, type Problem } from '~/components/ui/form'
import { HandleField } from '~/components/ui/handle-field'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { admissionRefusals } from '~/server/allocations/allocation.refusals'
import { AllocationPreview } from './allocation-preview'
import { classes } from './class-words'
import { type AllocationWish, readWish, type WishField, wishFieldOf, wishLabels } from './read-wish'
import { usePreview } from './use-preview'

const empty: AllocationWish = { name: '', namespace: '', class: 'normal', pods: '1', gpus: '1', cpu: '', memory: '', models: '', region: '', hours: '24', costCenter: '', purpose: '', waits: '' }
type Asked = No<RefusalOf<'allocations.create'>>
const concerns: Readonly<Partial<Record<Asked['reason'], WishField>>> = {
  name_taken: 'name', name_malformed: 'name', label_missing: 'costCenter', label_malformed: 'costCenter', region_unknown: 'region', region_prohibited: 'region', region_not_allowed: 'region', outside_jurisdiction: 'region',
  class_unknown: 'class', class_not_allowed: 'class', above_normal: 'class', too_long: 'hours', nothing_asked: 'gpus',
}
/** `namespaces` are all that the reader reaches, or null where there are too many to choose from. */
type Props = { tenant: string; namespaces: readonly string[] | null; regions: readonly Region[]; whyNot: Reason | null }

/** Asks for GPUs, and says beforehand what would come of it: by the decider that decides, while one types. */
export function AllocationForm({ tenant, namespaces, regions, whyNot }: Props) {
  const router = useRouter()
  const first = { ...empty, namespace: namespaces?.length === 1 ? (namespaces[0] ?? '') : '' }
  const [wish, setWish] = useState(first)
  const [tried, setTried] = useState(false)
  const [isDone, setDone] = useState(false)
  const { input, problems: unread } = readWish(tenant, wish)
  const preview = usePreview(whyNot === null ? input : null)
  const create = useCommand('allocations.create', admissionRefusals, ({ allocation, verdict, approver }) => {
    setDone(true)
    announce(`${wish.name.trim()} is ${verdict === 'admit' ? 'admitted' : approver === null ? 'waiting for room' : 'held: somebody is asked for a yes'}.`)
    router.push(allocation === null ? paths.allocations(tenant) : paths.allocation(tenant, allocation))
  })
  const problems = [...(tried ? unread : []), ...problemsOf(create.no)].map(({ field, says }): Problem => ({ field, label: wishLabels[field], says }))
  const field = <F extends WishField>(name: F) => ({
    name, label: wishLabels[name], value: wish[name], problem: problems.find((problem) => problem.field === name)?.says ?? null, onType: (text: string) => setWish((before) => ({ ...before, [name]: text })),
  })
  const chosen = (name: WishField) => {
    const { onType, ...rest } = field(name)
    return { ...rest, onChoose: onType }
  }
  function submit() {
    setTried(true)
    if (input !== null && unread.length === 0) void create.carryOut(input)
  }
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <div className="w-full xl:w-120 xl:shrink-0">
        <Form problems={problems} dirty={!isDone && JSON.stringify(wish) !== JSON.stringify(first)} onSubmit={submit}>
          <Refused no={problems.length === 0 ? create.no : null} />
          <HandleField {...field('name')} placeholder="fine-tuning" />
          {namespaces === null
            ? <Field {...field('namespace')} hint="Where it is to run." autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} className="name w-full" />
            : <Select {...chosen('namespace')} none="Choose a namespace" options={namespaces.map((name) => ({ value: name, says: name }))} />}
          <Select {...chosen('class')} options={classes.map(({ id, says }) => ({ value: id, says }))} />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Field {...field('pods')} hint="How many alike." inputMode="numeric" autoComplete="off" className="w-24" />
            <Field {...field('gpus')} hint="Whole ones." inputMode="numeric" autoComplete="off" className="w-24" />
            <Field {...field('cpu')} hint="Such as 8 or 500m." autoComplete="off" spellCheck={false} className="w-24" optional />
            <Field {...field('memory')} hint="Such as 32Gi." autoComplete="off" spellCheck={false} className="w-24" optional />
          </div>
          <Field {...field('models')} hint="Any of these, with commas between." autoComplete="off" spellCheck={false} placeholder="A100, H100" optional />
          <Select {...chosen('region')} none="Any that is allowed" options={regions.map(({ region, title, country }) => ({ value: region, says: `${region}, ${title}, ${countryOf(country)}` }))} />
          <Field {...field('hours')} hint="How long it may last. Without a figure, as long as anything may." inputMode="numeric" autoComplete="off" className="w-24" optional />
          <Field {...field('costCenter')} hint="The label by which it is accounted for." autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63} placeholder="ml-7" />
          <Checkboxes
            name="waits" label={wishLabels.waits} optional chosen={wish.waits === '' ? [] : [wish.waits]} onChoose={([yes = '']) => setWish((before) => ({ ...before, waits: yes }))}
            options={[{ value: 'yes', says: 'Wait when there is no room', about: 'It begins by itself as soon as there is some.' }]}
          />
          <TextArea {...field('purpose')} hint="What it is for. Whoever approves reads it." longest={500} />
          <div><Button look="primary" type="submit" isSaving={create.isSending} whyNot={whyNot}>Ask for GPUs</Button></div>
        </Form>
      </div>
      <AllocationPreview preview={preview} isUnclear={unread.some(({ field: name }) => wish[name].trim() !== '')} onApply={(part) => setWish((before) => ({ ...before, ...part }))} />
    </div>
  )
}

/** A refusal lands where it can be mended; so does what the door says of a field. */
function problemsOf(no: Asked | null): { field: WishField; says: string }[] {
  if (no === null) return []
  const about = concerns[no.reason]
  if (about !== undefined) return [{ field: about, says: `${no.says} ${no.fix}` }]
  return no.fields.flatMap(({ field, says }) => {
    const own = wishFieldOf(field)
    return own === null ? [] : [{ field: own, says: `It must be something that ${says}.` }]
  })
}
