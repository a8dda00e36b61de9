import { Strip } from '~/components/ui/strip'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

const usualMs = 2_000

/** How much is recorded and not found yet. For a second or two that is as it should be. */
export function Behind({ waiting: { records, since }, now }: { waiting: { records: number; since: string | null }; now: Date }) {
  if (records === 0 || since === null) return <p className="text-dense text-quiet">Everything that is numbered can be found.</p>
  const behindMs = now.getTime() - Date.parse(since)
  const says = `${many(records, 'record')} of the last ${figure(Math.max(1, Math.ceil(behindMs / 1000)))} s cannot be found yet.`
  return behindMs > usualMs * 5 ? <Strip tone="notice">{says} Search is behind: what is shown may not be all of it.</Strip> : <p className="text-dense text-quiet">{says}</p>
}
