import { paths } from '~/components/shell/paths'
import { CopyButton } from '~/components/ui/copy-button'
import { AsOf } from '~/components/ui/moment'
import { Region } from '~/components/ui/region'
import { Strip } from '~/components/ui/strip'
import { DemandsShown, LimitsShown, MovedShown, WaitingShown } from '~/components/what-if/answer-shown'
import { sayAnswer } from '~/components/what-if/say-answer'
import { Supposing } from '~/components/what-if/supposing'
import { TurnInto } from '~/components/what-if/turn-into'
import { me, onPage, onPageIfAnswered, publicUrl } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { addressOf, isNothing, readAddress } from '~/server/what-if/decide-address'
import { notFound } from 'next/navigation'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { Section } from '../../../section'
import { reachableNamespaces } from '../allocations/reachable-namespaces'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('What if')

export default async function WhatIf({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.whatIf(tenant)
  const { supposed, unread } = readAddress(await searchParams)
  const { standing } = await me()
  // A link may come to somebody for whom it was not meant: what is behind it is not there for them.
  if (!standing('whatIf.suppose', { tenant }).may) notFound()
  const [inTenant, { rows }, namespaces] = await Promise.all([onPage((door) => door.tenants.read({ tenant })), onPage((door) => door.quotas.list({ tenant, namespace: null, find: null, ...firstPage })), reachableNamespaces(tenant)])
  const prepared = standing('allocations.prepare', { tenant }).may ? await onPage((door) => door.allocations.prepare({ tenant, namespace: null })) : null
  const asksNothing = isNothing(supposed)
  const answered = asksNothing ? null : await onPageIfAnswered((door) => door.whatIf.suppose({ tenant, limits: supposed.limits, demands: supposed.demands, without: supposed.without }))
  const answer = answered?.ok ? answered.value : null
  const normal = prepared?.normal ?? 'normal'
  const known = new Map([...rows.map(({ namespace, resource, limit }) => ({ namespace, resource, limit })), ...(answer?.limits ?? []).filter(({ refusal }) => refusal !== 'not_found').map(({ namespace, resource, before }) => ({ namespace, resource, limit: before.limit }))].map((limit) => [`${limit.namespace} ${limit.resource}`, limit]))
  return (
    <Screen title="What if" inTenant={inTenant} says={<p>Suppose limits, GPUs and demand of {inTenant.title} were otherwise. The answer is the engine’s own; nothing is changed or asked for.</p>}>
      {unread.length > 0 && <Strip tone="notice" role="status">Not all of the address could be read. Left out: {unread.map((text) => `“${text}”`).join(', ')}.</Strip>}
      <Supposing
        tenant={tenant} path={at} supposed={supposed} limits={[...known.values()]} namespaces={namespaces ?? [...new Set(rows.flatMap(({ namespace }) => namespace ?? []))]} models={(prepared?.models ?? []).map(({ model }) => model)}
        classes={(prepared?.classes ?? []).filter(({ allowed }) => allowed).map(({ id, title: says }) => ({ id, title: says }))} normal={normal} hours={prepared?.hours.usual ?? 24}
      >
        {asksNothing && <Region title="Nothing is supposed yet"><p>Choose a limit and slide it, take GPUs away, or add demand. What would come of it is said here, and the address of this page then leads others to the same.</p></Region>}
        {!asksNothing && !answer && <Region title="There is no answer now"><p>The engine does not answer, or it was asked too often just now. What is supposed stays in the address: read the page again in a moment.</p></Region>}
        {answer && (
          <>
            <Section title="What would be">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1"><AsOf at={answer.asOf} /><span className="text-dense text-quiet">Link to this <CopyButton value={`${publicUrl()}${addressOf(at, supposed)}`} of="the link to this" /></span></div>
              <ul aria-label="In short" className="grid max-w-[80ch] gap-1">{(sayAnswer(answer).length === 0 ? ['Nobody would notice: nothing begins, ends or waits because of it.'] : sayAnswer(answer)).map((says) => <li key={says}>{says}</li>)}</ul>
            </Section>
            {supposed.demands.length > 0 && <Section title="Demand"><DemandsShown supposed={supposed.demands} answered={answer.demands} normal={normal} /></Section>}
            {answer.limits.length > 0 && <Section title="Limits"><LimitsShown tenant={tenant} limits={answer.limits} /></Section>}
            {answer.waiting.length > 0 && <Section title="Those that wait"><WaitingShown tenant={tenant} waiting={answer.waiting} /></Section>}
            {answer.displaced.length + answer.givesWay.length > 0 && <Section title="Those that run"><MovedShown tenant={tenant} displaced={answer.displaced} givesWay={answer.givesWay} /></Section>}
            <Section title="Make it so"><TurnInto tenant={tenant} limits={answer.limits} demands={supposed.demands} normal={normal} /></Section>
          </>
        )}
      </Supposing>
    </Screen>
  )
}
