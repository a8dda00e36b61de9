import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'
import type { TenantStanding } from './tenant-state'

/** Why nothing in a tenant can be changed, or nothing new asked for, and whether that ever ends; `now` is as of when the page is read. `certificate` is where whoever reads it may read what was erased, `cases` why requests are suspended. */
export function StandingStrip({ of: { frozenAt, erasedAt, suspendedUntil }, now, isThen, certificate, cases }: { of: TenantStanding; now: string; isThen: boolean; certificate: string | null; cases: string | null }) {
  if (erasedAt !== null) {
    return (
      <Strip tone="danger">
        The personal data of this tenant was erased for good on <Exact at={erasedAt} />: nothing in it can be changed any more, and what is left can be read.{certificate !== null && <> What is gone and what is kept says the <Link href={certificate}>certificate of its erasure</Link>.</>}
      </Strip>
    )
  }
  if (frozenAt === null) {
    if (suspendedUntil === null || suspendedUntil <= now) return null
    return (
      <Strip tone="notice">
        {isThen ? 'New requests of this tenant were suspended then, until ' : 'New requests of this tenant are suspended until '}<Exact at={suspendedUntil} />: what it has stays, and what waits keeps its place.{cases !== null && !isThen && <> The <Link href={cases}>case</Link> says why.</>}
      </Strip>
    )
  }
  return <Strip tone="danger">{isThen ? 'This tenant was frozen then: nothing in it could be changed.' : 'This tenant is frozen: nothing in it can be changed, and all of it can be read. A platform admin can thaw it.'}</Strip>
}
