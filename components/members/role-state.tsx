import { Badge } from '~/components/ui/badge'
import { Ahead, Exact } from '~/components/ui/moment'

const soonMs = 7 * 24 * 3600_000

export const isHeld = (until: string | null, now: Date): boolean => until === null || new Date(until) > now

/** Whether a role is held now, and until when. */
export function RoleState({ until, now }: { until: string | null; now: Date }) {
  if (until === null) return <Badge tone="ok">In force</Badge>
  if (!isHeld(until, now)) return <Badge tone="neutral">Until <Exact at={until} /></Badge>
  return <Badge tone={new Date(until).getTime() - now.getTime() < soonMs ? 'notice' : 'ok'}>In force, ends <Ahead at={until} now={now} /></Badge>
}
