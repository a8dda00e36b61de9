import { auditView, type RecordNamed, ranges, recordName, recordNamed, savedViews } from '~/components/audit/audit-view'
import { FoundTable } from '~/components/audit/found-table'
import { Histogram } from '~/components/audit/histogram'
import { LogLine } from '~/components/audit/log-line'
import { type Found, prepareActors } from '~/components/audit/prepare-actors'
import { QueryBar } from '~/components/audit/query-bar'
import { TakeOut } from '~/components/audit/take-out'
import { Behind } from '~/components/audit/behind'
import { RecordPanel } from '~/components/audit/record-panel'
import { Tail } from '~/components/audit/tail'
import { CertificateLink } from '~/components/erasures/certificate-link'
import { PinForm } from '~/components/investigations/pin-form'
import { OpenForm, PlatformOpenForm } from '~/components/personal/open-form'
import { prepareStacks } from '~/components/charts/prepare-stacks'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Beside } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Strip } from '~/components/ui/strip'
import { Pages } from '~/components/ui/table'
import type { Query } from '~/components/ui/view'
import { firstPage } from '~/server/api/page'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { reasonNot } from './deeds'
import { namesOf } from './names-of'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { asActor, chipKinds, chipText, decideQuery, outcomes, queryText, withChip, withoutChip } from '~/server/audit/decide-query'

type Door = Parameters<Parameters<typeof onPage>[0]>[0]
type Known = { find: (said: string) => Promise<Found>; /** Whose ids these are. */ named: (ids: readonly (string | null)[]) => Promise<Record<string, string>> }
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Who somebody is, as far as the reader may know it here: the members of the tenant, or whoever the platform knows. */
async function knownHere(tenant: string | null): Promise<Known> {
  const { standing } = await me()
  const may = standing(tenant === null ? 'people.list' : 'members.list', tenant === null ? {} : { tenant }).may
  const among = async (find: string) => {
    const { rows, next } = await onPage(async (door): Promise<{ rows: { person: string }[]; next: string | null }> => (tenant === null ? door.people.list({ find, ...firstPage }) : door.members.list({ tenant, find, ...firstPage })))
    return { said: find, people: rows.map(({ person }) => person), isMore: next !== null }
  }
  return {
    find: async (said) => (may ? among(said) : { said, people: [], isMore: false }),
    named: async (ids) => (may ? namesOf(ids, tenant) : {}),
  }
}
/** The people whom a query names by another word than their id. Null where it names nobody so. */
async function actorsOf(text: string, known: Known): Promise<{ ids: string[] | null; unknown: string[]; cut: string[] }> {
  const said = decideQuery(text).chips.filter(({ kind }) => kind === 'actor').map(({ value }) => value)
  if (said.every(isUuid)) return { ids: null, unknown: [], cut: [] }
  return prepareActors(await Promise.all(said.map(async (value) => (isUuid(value) ? { said: value, people: [value.toLowerCase()], isMore: false } : known.find(value)))))
}

/** A tenant's page opens that tenant's records. */
function namedIn(tenant: string | null, text: string | null): RecordNamed | null {
  const named = recordNamed(text)
  return named !== null && (tenant === null || named.tenant === tenant) ? named : null
}

/** The record, searched: of one tenant, or of all of them and the platform. Null for whoever may not. */
export async function auditInView({ tenant, at, searchParams }: { tenant: string | null; at: string; searchParams: Promise<Query> }): Promise<React.ReactNode | null> {
  const asked = auditView.read(await searchParams)
  const text = asked.query ?? ''
  const known = await knownHere(tenant)
  const { ids: actors, unknown, cut } = await actorsOf(text, known)
  const { after, before } = asked
  const page = await onPageIfAllowed((door) => (tenant === null ? door.audit.searchOnPlatform({ query: text, actors, after, before }) : door.audit.search({ tenant, query: text, actors, after, before })))
  if (page === null) return null
  const [facets, log, names] = await Promise.all([
    onPage((door) => (tenant === null ? door.audit.facetsOnPlatform({ query: text, actors }) : door.audit.facets({ tenant, query: text, actors }))), onPage((door) => door.audit.log({})), known.named(page.rows.flatMap(({ actor, behalf }) => [actor, behalf])),
  ])
  const named = namedIn(tenant, asked.record)
  const query = decideQuery(text)
  const meant = asActor(text)
  const hrefOf = (other: string) => auditView.href(at, asked, { query: other === '' ? null : other, record: null })
  const untimed = queryText({ ...query, chips: query.chips.filter(({ kind }) => kind !== 'since' && kind !== 'until') })
  const kept: [string, string][] = asked.group === null ? [] : [['group', asked.group]]
  const values = {
    outcome: outcomes.map((value) => ({ value, count: facets.outcome.find((each) => each.value === value)?.count ?? 0 })), verb: facets.verb, resource: facets.resource, tenant: facets.tenant,
    level: ['Metadata', 'Request', 'RequestResponse'].map((value) => ({ value, count: null })), stream: ['deed', 'access'].map((value) => ({ value, count: null })), since: ranges.map(({ since }) => ({ value: since, count: null })),
  }
  const wrong = [...page.wrong, ...unknown.map((value) => ({ text: `actor:${value}`, says: `Nobody whom you may know here is called ${value}.` }))]
  const shown = prepareStacks({
    title: 'Records', noun: 'record', since: Date.parse(facets.since), until: Date.parse(facets.until), barMs: facets.bucketMs, series: outcomes, bars: facets.bars.map(({ at: from, outcomes: counts }) => ({ at: Date.parse(from), counts })),
  })
  return (
    <>
      <div className="flex flex-wrap gap-x-4 gap-y-1"><LogLine log={log} /><Behind waiting={page.waiting} now={new Date()} /></div>
      <QueryBar tenant={tenant} path={at} query={text} found={`${facets.countedSince === null ? '' : 'At least '}${many(facets.total, 'record')} found.`} kept={kept} known={{ kinds: chipKinds.filter((kind) => tenant === null || kind !== 'tenant'), values }} />
      {wrong.map(({ text: part, says }) => <Strip key={part} tone="notice"><span className="name">{part}</span> is left out: {says}</Strip>)}
      {cut.map((said) => <Strip key={said} tone="notice"><span className="name">actor:{said}</span> is more people than are looked for at once: what the first of them by name did can be found, and what the others did cannot. Say more of the name, or the e-mail address.</Strip>)}
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2 text-dense">
        {query.chips.length > 0 && (
          <ul aria-label="What is asked" className="flex flex-wrap gap-2">
            {query.chips.map((chip) => <li key={chipText(chip)}><Link href={hrefOf(withoutChip(query, chip))} stays className={buttonClass({ size: 'dense' })}><span className="name">{chipText(chip)}</span><span aria-hidden="true">×</span><span className="sr-only">: leave out</span></Link></li>)}
          </ul>
        )}
        <nav aria-label="Time" className="flex flex-wrap gap-x-3">
          {ranges.map(({ says, since }) => <Link key={since} href={hrefOf(withChip({ ...query, chips: query.chips.filter(({ kind }) => kind !== 'until') }, { kind: 'since', value: since }))} stays current={query.chips.some(({ kind, value }) => kind === 'since' && value === since)} className="min-h-6 text-accent underline underline-offset-2 hover:text-accent-hover aria-[current]:font-medium aria-[current]:text-strong aria-[current]:no-underline">{says}</Link>)}
        </nav>
        <Link href={auditView.href(at, asked, { group: asked.group === null ? 'reference' : null })} stays>{asked.group === null ? 'Put together what belongs together' : 'One by one'}</Link>
        <details className="grid gap-1">
          <summary className="min-h-6 cursor-default text-accent underline underline-offset-2 hover:text-accent-hover">Views</summary>
          <ul aria-label="Views" className="flex flex-wrap gap-x-4 gap-y-1 py-1">{savedViews.map(({ says, query: saved }) => <li key={says}><Link href={hrefOf(saved)}>{says}</Link></li>)}</ul>
        </details>
        {tenant === null && <Link href={text.trim() === '' ? paths.investigations() : paths.openInvestigation('query', text.trim())}>Investigate</Link>}
        <TakeOut hrefOf={(form) => paths.export(form, text, tenant, actors?.join('.') ?? null)} reason={await reasonNot(tenant === null ? 'audit.exportOnPlatform' : 'audit.export', 'take the record out', tenant === null ? {} : { tenant })} />
      </div>
      <Beside panel={named && <Opened tenant={tenant} record={named} logKey={log.key} known={known} closeTo={auditView.href(at, asked, { record: null })} hrefOf={hrefOf} />}>
        {after === null && before === null && <Tail tenant={tenant} asked={{ query: text, actors, ...sinceOf(page.rows[0]) }} />}
        <Histogram key={`${facets.since} ${facets.until}`} shown={shown} narrow={{ path: at, query: untimed, kept }} />
        {facets.countedSince !== null && <p className="text-dense text-quiet">More were found than are counted: these are the newest {figure(facets.total)}, since {facets.countedSince.slice(0, 16).replace('T', ' ')} UTC. Ask for less, or for a shorter time.</p>}
        {page.rows.length === 0
          ? (
            <Region title="No records match" action={meant !== null ? <Link href={hrefOf(meant)}>Look for who did it: <span className="name">{meant}</span></Link> : page.nearest ? <Link href={hrefOf(page.nearest.query)}>Without <span className="name">{page.nearest.without}</span>: {page.nearest.many >= 1_000 ? '1,000 or more' : figure(page.nearest.many)}</Link> : text === '' ? undefined : <Link href={at}>Ask for everything</Link>}>
              <p>None from {facets.since.slice(0, 16).replace('T', ' ')} to {facets.until.slice(0, 16).replace('T', ' ')} UTC{text === '' ? '' : ' is all of what is asked'}.</p>
            </Region>
            )
          : <FoundTable rows={page.rows} names={names} isOfAll={tenant === null} isGrouped={asked.group !== null} open={asked.record} hrefOf={(record) => auditView.href(at, asked, { record })} hrefOfGroup={(reference) => hrefOf(`reference:${reference} since:90d`)} />}
        <Pages of="the record" {...auditView.pages(at, asked, page)} />
      </Beside>
    </>
  )
}

/** The newest that is shown; where none is, the moment it was read. */
const sinceOf = (newest: { at: string; id: string } | undefined) => ({ at: newest?.at ?? new Date().toISOString().replace('Z', '000Z'), id: newest?.id ?? '00000000-0000-0000-0000-000000000000' })

async function Opened({ tenant, record, logKey, known, closeTo, hrefOf }: { tenant: string | null; record: RecordNamed; logKey: string; known: Known; closeTo: string; hrefOf: (query: string) => string }) {
  const { stream, sequence } = record
  const read = (door: Door) => (tenant === null ? door.audit.proveOnPlatform(record) : door.audit.prove({ tenant, stream, sequence }))
  const opening = <Opening tenant={tenant} record={record} />
  const pinning = tenant === null ? <Pinning record={record} /> : null
  const proof = await onPage(read)
  const { actor } = JSON.parse(proof.record) as { actor: { userId: string | null; onBehalfOf: string | null } }
  const names = await known.named([actor.userId, actor.onBehalfOf])
  return <RecordPanel tenant={tenant} opening={opening} pinning={pinning} proof={proof} logKey={logKey} names={names} closeTo={closeTo} hrefOf={hrefOf} />
}

/** Where it is pinned, and where it could be. Folded away, as who it was is. */
async function Pinning({ record }: { record: RecordNamed }) {
  const named = recordName(record)
  const pinned = (await onPage((door) => door.investigations.list({ show: 'all', incident: null, record: named, ...firstPage }))).rows
  const open = (await onPage((door) => door.investigations.list({ show: 'going', incident: null, record: null, ...firstPage }))).rows.filter(({ investigation }) => !pinned.some((one) => one.investigation === investigation))
  return (
    <>
      {pinned.length > 0 && <p className="text-dense">Pinned to {pinned.map(({ investigation, title }, nth) => <span key={investigation}>{nth > 0 && ', '}<Link href={paths.investigation(investigation)}>{title}</Link></span>)}.</p>}
      {open.length === 0 ? <p className="text-dense text-quiet">No {pinned.length > 0 ? 'other ' : ''}investigation is open. <Link href={paths.investigations()}>Investigations</Link></p> : <PinForm key={named} record={record} open={open.map(({ investigation, title }) => ({ investigation, title }))} whyNot={await reasonNot('investigations.pin', 'pin a record')} />}
    </>
  )
}

/** The name, the address and the browser are sealed: each is opened by itself, with a reason. Folded away, because a record is read more often than it is asked who it was. */
async function Opening({ tenant, record: { tenant: whose, stream, sequence } }: { tenant: string | null; record: RecordNamed }) {
  const [record, of] = [{ stream, sequence }, whose === 'platform' ? null : whose]
  const erased = of === null ? undefined : (await onPage((door) => (tenant === null ? door.erasures.listOnPlatform({ of, ...firstPage }) : door.erasures.list({ tenant, ...firstPage })))).rows.find(({ erasedAt }) => erasedAt !== null)
  if (erased?.erasedAt) return <p>Who it was is erased, on <Exact at={erased.erasedAt} />. {erased.certificate === null ? 'The certificate comes when the log has it.' : <CertificateLink tenant={erased.tenant} note={erased.certificate} />}</p>
  const whyNot = await reasonNot(tenant === null ? 'personal.openOnPlatform' : 'personal.open', 'open personal data', tenant === null ? {} : { tenant })
  return (
    <details className="grid gap-2">
      <summary className="quiet-motion -ml-2 inline-flex min-h-7 w-fit cursor-default items-center rounded-control px-2 text-accent hover:bg-hover">Show who it was</summary>
      <div className="grid gap-3 pt-2">
        <p className="text-dense text-quiet">The name, the address and the browser are sealed. Each is opened by itself, and that you opened it is recorded with the reason.</p>
        {tenant === null ? <PlatformOpenForm key={`${whose} ${stream} ${sequence}`} tenant={of} record={record} whyNot={whyNot} /> : <OpenForm key={`${stream} ${sequence}`} tenant={tenant} record={record} whyNot={whyNot} />}
      </div>
    </details>
  )
}
