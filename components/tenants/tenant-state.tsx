import { Badge } from '~/components/ui/badge'
import { exact } from '~/components/ui/time'

/** Whether anything in it can be changed: what is erased is frozen, too, and for good. Where new requests are suspended everything else can. */
export type TenantStanding = { readonly tenant: string; readonly frozenAt: string | null; readonly erasedAt: string | null; readonly suspendedUntil: string | null }

export function TenantState({ of: { frozenAt, erasedAt } }: { of: Pick<TenantStanding, 'frozenAt' | 'erasedAt'> }) {
  if (erasedAt !== null) return <Badge tone="danger">Erased since <time dateTime={erasedAt}>{exact(erasedAt)}</time></Badge>
  return frozenAt === null ? <Badge tone="ok">Active</Badge> : <Badge tone="danger">Frozen since <time dateTime={frozenAt}>{exact(frozenAt)}</time></Badge>
}
