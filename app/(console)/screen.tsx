import { ReadsOnly } from '~/components/elevations/reads-only'
import { Notices } from '~/components/notices/notices'
import { AsOfBar } from '~/components/past/as-of-bar'
import { LookBack } from '~/components/past/look-back'
import { NoMoment, OnlyNow } from '~/components/past/no-moment'
import { PowersRest } from '~/components/sessions/powers-rest'
import { PageHead } from '~/components/shell/page-head'
import { ReadAgain } from '~/components/shell/read-again'
import { paths } from '~/components/shell/paths'
import { StandingStrip } from '~/components/tenants/standing-strip'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Strip } from '~/components/ui/strip'
import { commandsAreCarriedOut, me, onPage, readAsOf } from '~/server/api/caller'
import type { Then } from './then'

/** What every page of the console begins with: its title, its answer in a line, and what holds for all of it now. */
export async function Screen({ title, says, action, inTenant = null, then, children }: {
  title: string; says?: React.ReactNode; action?: React.ReactNode; children?: React.ReactNode
  /** Whose page it is, as it stands when it is read. */
  inTenant?: TenantStanding | null
  /** Of a page that can be read as of a moment: which that is, or null for now. */
  then?: Then | null
}) {
  const { powers, elevatedUntil, platformRoles, standing } = await me()
  const notices = await onPage((door) => door.notices.list({}))
  const restSince = powers === 'lapsed' && platformRoles.some((role) => role === 'platform_admin' || role === 'approver') ? (await onPage((door) => door.sessions.state({}))).powersEndAt : null
  const [answers, as] = [await commandsAreCarriedOut(), readAsOf()]
  const certificate = inTenant === null ? null : standing('erasures.list', { tenant: inTenant.tenant }).may ? paths.erasures(inTenant.tenant) : standing('erasures.listOnPlatform', {}).may ? paths.platformErasures() : null
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
      {inTenant !== null && <StandingStrip of={inTenant} now={then?.at ?? as.at} isThen={Boolean(then)} certificate={certificate} cases={standing('cases.listInTenant', { tenant: inTenant.tenant }).may ? paths.tenantCases(inTenant.tenant) : null} />}
      <PageHead title={title} action={action} {...(then ? {} : { read: as })} beside={then === null && <LookBack now={as.at} />}>{says}</PageHead>
      {then?.refusal ? <NoMoment refusal={then.refusal} since={then.since} now={as.at} /> : children}
    </>
  )
}
