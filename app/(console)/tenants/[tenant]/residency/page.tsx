import { jurisdictionWord } from '~/components/regions/region-names'
import { RegionsOfTenant } from '~/components/residency/matrix-table'
import { ProofLinks } from '~/components/residency/proof-links'
import { sayCells, sayPolicy } from '~/components/residency/residency-words'
import { StayTable } from '~/components/residency/stay-table'
import { ViolationPanel } from '~/components/residency/violation-panel'
import { ViolationTable } from '~/components/residency/violation-table'
import { WriteNow } from '~/components/residency/write-now'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Ago } from '~/components/ui/moment'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { Section } from '../../../section'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Residency')
const view = viewOf({ filters: { region: 'text' }, panel: { violation: 'text' } })

export default async function Residency({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.residency(tenant)
  const asked = view.read(await searchParams)
  const { after, before } = asked
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const read = await onPageIfAllowed((door) => door.residency.read({ tenant }))
  if (read === null) return <Screen title="Residency" inTenant={inTenant}><Barred action="residency.read" deed="see where work may be and is" tenant={tenant} /></Screen>
  const { row, regions, lookedAt, writtenUntil, isAsked } = read
  const region = regions.some((one) => one.region === asked.region) ? asked.region : null
  const [page, violations] = await onPage((door) => Promise.all([door.residency.listInTenant({ tenant, region, state: null, after, before }), door.residency.violationsInTenant({ tenant, show: 'all', ...firstPage })]))
  const open = violations.rows.find(({ violation }) => violation === asked.violation)
  const { standing } = await me()
  const mayProve = standing('residency.prove', { tenant }).may
  const jurisdiction = row.jurisdiction ?? regions.find((one) => row.cells.some((cell) => cell.region === one.region && cell.state === 'allowed'))?.jurisdiction ?? 'eu'
  const proofOf = mayProve && writtenUntil !== null ? (allocation: string, since: string) => (since < writtenUntil ? paths.proof({ tenant, jurisdiction, since, until: writtenUntil, allocation }) : null) : null
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const now = new Date()
  return (
    <Screen title="Residency" inTenant={inTenant} says={<p>{sayCells(row.cells)} {lookedAt !== null && <>Last looked <Ago at={lookedAt} now={now} />.</>}</p>}>
      <Beside panel={open && <Panel id="violation" title="Violation" closeTo={view.href(at, asked, { violation: null })}><ViolationPanel violation={open} whyNot={null} auditHref={`${paths.audit(tenant)}?query=${encodeURIComponent(`resource:residency ${open.violation}`)}`} /></Panel>}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Section title="Regions">
            <p>Judged by {row.policy === null ? sayPolicy(null) : <Link href={paths.policy(tenant, 'tenant', 'residency')} className="underline">{sayPolicy(row.policy)} of the residency policy</Link>}{row.jurisdiction !== null && `. Law: ${jurisdictionWord(row.jurisdiction)}`}.</p>
            {row.prepared.length > 0 && <p>In a disaster its work may go to <span className="name">{row.prepared.join(', ')}</span>, too{row.disasters.length > 0 && <>, and one is declared in <span className="name">{row.disasters.join(', ')}</span> now</>}. <Link href={`${paths.audit(tenant)}?query=${encodeURIComponent('resource:residency verb:signFailover')}`} className="underline">Who said so</Link></p>}
            <RegionsOfTenant row={row} regions={regions} hrefOf={(name) => view.href(at, asked, { region: name })} />
          </Section>
          {violations.rows.length > 0 && <Section title="Violations"><ViolationTable violations={violations.rows} current={asked.violation} hrefOf={(violation) => view.href(at, asked, { violation })} now={now} isTenants /></Section>}
          <Section title="Placements">
            <Rows what="placements" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nothing runs that was seen"><p>Where work runs is looked at every ten seconds.</p></Region>}>
              <StayTable stays={page.rows} now={now} proofOf={(stay) => (proofOf === null || stay.allocation === null ? null : proofOf(stay.allocation, stay.since))} />
            </Rows>
          </Section>
          <Section title="Proof">
            {!mayProve ? <Barred action="residency.prove" deed="take out a proof" tenant={tenant} /> : writtenUntil === null ? <p>Nothing was written down yet.</p> : <ProofLinks tenant={tenant} jurisdiction={jurisdiction} writtenUntil={writtenUntil} logKey={(await onPage((door) => door.audit.log({}))).key} />}
            <WriteNow tenant={tenant} isAsked={isAsked} whyNot={await reasonNot('residency.keep', 'have it written down', { tenant })} />
          </Section>
        </div>
      </Beside>
    </Screen>
  )
}
