'use client'
import { useRouter } from 'next/navigation'
import { type DraftLine, withLine } from '~/components/quotas/draft'
import { useDraft } from '~/components/quotas/draft-store'
import { announce } from '~/components/shell/announcer'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import type { LimitAnswered } from '~/server/what-if/answer'
import type { DemandSupposed } from '~/server/what-if/supposition'
import { sayDemand } from './say-answer'

/** To where it is really asked for, with what was supposed filled in: what is done is decided and signed there, as ever. */
export function TurnInto({ tenant, limits, demands, normal }: { tenant: string; limits: readonly LimitAnswered[]; demands: readonly DemandSupposed[]; normal: string }) {
  const router = useRouter()
  const { change } = useDraft(tenant)
  const supposed = limits.filter(({ supposed: is, refusal, before, after }) => is && refusal !== 'not_found' && before.limit !== after.limit)
  const lines = supposed.flatMap(({ namespace, resource, before, after, version }): DraftLine[] => (namespace === null ? [] : [{ namespace, resource, from: before.limit, to: after.limit, version, lowers: null }]))
  const raises = supposed.filter(({ namespace, before, after }) => namespace === null && BigInt(after.limit) > BigInt(before.limit))
  if (lines.length + raises.length + demands.length === 0) return <p>A limit that is another, or demand, can be asked for from here.</p>
  function putIntoDraft() {
    change((of) => ({ ...of, lines: lines.reduce<readonly DraftLine[]>((sofar, line) => withLine(sofar, line), of.lines) }))
    announce('Put into the draft of quotas. Nothing is changed yet.')
    router.push(paths.quotas(tenant))
  }
  return (
    <div className="flex flex-wrap gap-3">
      {lines.length > 0 && <Button onClick={putIntoDraft}>{`Put ${lines.length === 1 ? '1 limit' : `${lines.length} limits`} into a draft`}</Button>}
      {raises.map(({ resource, after }) => <Link key={resource} href={paths.askForMore(tenant, resource, after.limit)} className={buttonClass()}>Ask for more {resource}</Link>)}
      {demands.map((demand, at) => ({ demand, number: at + 1 })).map(({ demand, number }) => {
        const { namespace, class: of, pods, gpus, model, hours } = demand
        const wish = { namespace, class: of, pods: String(pods), gpu: String(gpus), ...(model === null ? {} : { model }), ...(hours === null ? {} : { hours: String(hours) }) }
        return <Link key={number} href={paths.askForGpusLike(tenant, wish)} className={buttonClass()}>Request {sayDemand(demand, normal)}</Link>
      })}
    </div>
  )
}
