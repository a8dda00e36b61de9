import { ReadsOnly } from '~/components/elevations/reads-only'
import { Notices } from '~/components/notices/notices'
import { AsOfBar } from '~/components/past/as-of-bar'
import { LookBack } from '~/components/past/look-back'
import { NoMoment, OnlyNow } from '~/components/past/no-moment'
import { PowersRest } from '~/components/sessions/powers-rest'
import { PageHead } from '~/components/shell/page-head'
import { ReadAgain } from '~/components/shell/read-again'
import { Strip } from '~/components/ui/strip'
import { commandsAreCarriedOut, me, onPage, readAsOf } from '~/server/api/caller'
import type { Then } from './then'

/** What every page of the console begins with: its title, its answer in a line, and what holds for all of it now. */
export async function Screen({ title, says, action, frozenAt = null, then, children }: {
  title: string; says?: React.ReactNode; action?: React.ReactNode; frozenAt?: string | null; children?: React.ReactNode
  /** Of a page that can be read as of a moment: which that is, or null for now. */
  then?: Then | null
}) {
  const { powers, elevatedUntil, platformRoles } = await me()
  const notices = await onPage((door) => door.notices.list({}))
  const restSince = powers === 'lapsed' && platformRoles.some((role) => role === 'platform_admin' || role === 'approver') ? (await onPage((door) => door.sessions.state({}))).powersEndAt : null
  const [answers, as] = [await commandsAreCarriedOut(), readAsOf()]
  return (
    <>
      {/* What is said to whoever looks is no part of what they print. */}
      <div className="contents print:hidden">
        <Notices notices={notices} />
        {restSince !== null && <PowersRest since={restSince} />}
        {restSince === null && elevatedUntil === null && platformRoles.includes('platform_admin') && <ReadsOnly />}
        {!answers && <Strip tone="notice">Changes are unavailable: the engine does not answer. Reading goes on.</Strip>}
        {!answers && !as.recorded && <ReadAgain />}
        {then === undefined && <OnlyNow />}
      </div>
      {then?.at && <AsOfBar at={then.at} since={then.since} now={as.at} />}
      {frozenAt && <Strip tone="danger">{then ? 'This tenant was frozen then: nothing in it could be changed.' : 'This tenant is frozen: nothing in it can be changed, and all of it can be read. A platform admin can thaw it.'}</Strip>}
      <PageHead title={title} action={action} {...(then ? {} : { read: as })} beside={then === null && <LookBack now={as.at} />}>{says}</PageHead>
      {then?.refusal ? <NoMoment refusal={then.refusal} since={then.since} now={as.at} /> : children}
    </>
  )
}
