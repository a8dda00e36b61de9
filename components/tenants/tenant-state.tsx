import { Badge } from '~/components/ui/badge'
import { exact } from '~/components/ui/time'

export const TenantState = ({ frozenAt }: { frozenAt: string | null }) =>
  frozenAt === null ? <Badge tone="ok">Active</Badge> : <Badge tone="danger">Frozen since <time dateTime={frozenAt}>{exact(frozenAt)}</time></Badge>
