'use client'
import type { FormOf, Wish } from '~/components/shell/use-form'
import { isolationWord } from '~/components/tenants/isolation-words'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { isBelow, levels } from '~/server/admission/pod-security/decide-level'
import { environments } from '~/server/namespaces/decide-attributes'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import { isolationLevels } from '~/server/tenants/isolation'
import { environmentWords, podSecurityWords } from './namespace-words'
import { OwnerField } from './owner-field'
import { type AttributesWish, own } from './wish'

export const attributeLabels = { title: 'Title', environment: 'Environment', costCentre: 'Cost centre', owner: 'Owner', isolation: 'Isolation', podSecurity: 'Pod security', labels: 'Labels' } as const
export const attributeConcerns = { owner_unknown: 'owner', isolation_too_soft: 'isolation', pod_security_too_lax: 'podSecurity', label_reserved: 'labels', label_malformed: 'costCentre' } as const

type Props = { tenant: string; field: FormOf<'namespaces.create', AttributesWish & Wish>['field']; shown: AttributesWish; around: PreparedNamespace }
/** What a namespace is, whether it is being made or changed. `shown` is what holds, said or begun with. */
export function NamespaceFields({ tenant, field, shown, around }: Props) {
  const [environment, owner, isolation, podSecurity] = [field('environment'), field('owner'), field('isolation'), field('podSecurity')]
  const stricter = levels.filter((level) => isBelow(around.podSecurity, level))
  return (
    <>
      <Field {...field('title')} hint="What people read." autoComplete="off" maxLength={120} placeholder="Evaluation" />
      <Select {...environment} value={shown.environment} hint="Only from production may a pod choose production nodes." onChoose={environment.onType} options={environments.map((value) => ({ value, says: environmentWords[value] }))} />
      <Field {...field('costCentre')} optional hint={`What runs in it carries this without saying so, and may not say otherwise.${around.costCentreNeeded ? ' Without one, each allocation must say its own.' : ''}`} autoComplete="off" maxLength={63} spellCheck={false} className="name w-full" placeholder="cc-4711" />
      <OwnerField {...owner} tenant={tenant} people={around.people} areMore={around.areMore} />
      <Select
        {...isolation} value={shown.isolation} hint="Its own, where that is harder." onChoose={isolation.onType}
        options={[{ value: own, says: `As the tenant: ${isolationWord(around.isolation)}` }, ...isolationLevels.filter((level) => level > around.isolation).map((level) => ({ value: String(level), says: isolationWord(level) }))]}
      />
      <Select
        {...podSecurity} value={shown.podSecurity} hint="Its own, where that is stricter. Hardened lets a pod write to no root, have no capability and be in no group of the system." onChoose={podSecurity.onType}
        options={[{ value: own, says: `As the platform: ${podSecurityWords[around.podSecurity]}` }, ...stricter.map((value) => ({ value, says: podSecurityWords[value] }))]}
      />
      <TextArea {...field('labels')} optional rows={2} longest={4_000} hint="A line each, as team=vision. What runs in it carries them, too." placeholder="team=vision" />
    </>
  )
}
