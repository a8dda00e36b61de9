import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'
import type { TenantStanding } from './tenant-state'

/** Why nothing in a tenant can be changed, and whether that ever ends. `certificate` is where whoever reads it may read what was erased. */
export function FrozenStrip({ of: { frozenAt, erasedAt }, isThen, certificate }: { of: TenantStanding; isThen: boolean; certificate: string | null }) {
  if (erasedAt !== null) {
    return (
      <Strip tone="danger">
        The personal data of this tenant was erased for good on <Exact at={erasedAt} />: nothing in it can be changed any more, and what is left can be read.{certificate !== null && <> What is gone and what is kept says the <Link href={certificate}>certificate of its erasure</Link>.</>}
      </Strip>
    )
  }
  if (frozenAt === null) return null
  return <Strip tone="danger">{isThen ? 'This tenant was frozen then: nothing in it could be changed.' : 'This tenant is frozen: nothing in it can be changed, and all of it can be read. A platform admin can thaw it.'}</Strip>
}
