import { ObjectList } from '~/components/namespaces/object-list'
import { decideAllowing } from '~/server/namespaces/decide-objects'
import { allowedBy } from '~/server/pairs/decide-pair'
import type { PairTerms } from '~/server/pairs/pair'

/** What is added on one's own side, by the function that says what a namespace comes to. */
export function PairObject({ tenant, payload }: { tenant: string; payload: PairTerms }) {
  const own = payload.from.tenant === tenant ? payload.from : payload.to
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>What is added on a cluster, on this side; the other side has its own half, and nothing passes without both.</p>
      <ObjectList objects={[decideAllowing({ tenant, name: own.namespace }, allowedBy(payload, tenant))]} />
    </div>
  )
}
