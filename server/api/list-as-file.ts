/** Answers with a list as a file: what its page shows under the same address, on all of its pages, read through the same door by the one who asks. */
import { z } from 'zod'
import { csvBegun, csvOf } from '~/components/charts/csv'
import { whoIsAsking } from './asking'
import { type Door, doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'
import { amountColumns, cellIn, type Column, headOf, nodeColumns, quotaColumns, type Row } from './list-cells'
import { firstPage, type Page } from './page'

type Turned = { after: string | null; before: null }
/** `asks` are the fields of its address that it takes, each as it is where the address says nothing; `columns` are those of the table, in their order. */
type List = { readonly asks: Readonly<Record<string, string | boolean | null>>; readonly columns: readonly Column[]; readonly page: (door: Door, asked: never) => Promise<Page<Row>> }

/** The tenant's own quotas stand on every page, and once in a file. */
const once = async <R extends { namespace: string | null }>(page: Promise<Page<R>>, { after }: Turned): Promise<Page<R>> => {
  const { rows, ...ends } = await page
  return { rows: after === null ? rows : rows.filter(({ namespace }) => namespace !== null), ...ends }
}
export const lists = {
  allocations: {
    asks: { namespace: null, find: null, show: 'live' }, page: (door: Door, asked: never) => door.allocations.list(asked),
    columns: ['allocation', 'namespace', 'name', 'class', 'priority', 'state', 'pods', ...amountColumns, 'region', 'burst', 'preemptible', 'reserved', 'askedBy', 'askedAt', 'heldUntil', 'admittedAt', 'runningAt', 'endsAt', 'endedAt'],
  },
  members: {
    asks: { find: null }, page: (door: Door, asked: never) => door.members.list(asked),
    columns: ['person', 'name', 'email', 'role', 'title', 'namespace', 'group', 'since', 'until', 'grantedBy'],
  },
  namespaces: {
    asks: { find: null, state: null, environment: null, sort: 'name', descending: false }, page: (door: Door, asked: never) => door.namespaces.list(asked),
    columns: ['name', 'title', 'environment', 'state', 'stateSince', 'costCentre', 'owner', 'isolation', 'podSecurity', 'labels', 'createdAt'],
  },
  quotas: {
    asks: { namespace: null, find: null }, page: (door: Door, asked: never) => once(door.quotas.list(asked), asked as Turned),
    columns: ['namespace', 'resource', ...quotaColumns, 'lowers'],
  },
  requests: {
    asks: { namespace: null, find: null, show: 'mine' }, page: (door: Door, asked: never) => door.requests.listInTenant(asked),
    columns: ['request', 'kind', 'subject', 'state', 'level', 'purpose', 'requestedBy', 'requestedAt', 'deadline', 'decidedAt'],
  },
} as const satisfies Record<string, List>
/** Of the platform, in whose address no tenant stands. */
export const platformLists = {
  nodes: {
    asks: { find: null, show: 'all' }, page: (door: Door, asked: never) => door.fleet.nodes(asked),
    columns: ['node', 'pool', 'cluster', 'region', 'isolationLevel', 'owner', 'model', ...nodeColumns, 'cordonedAt', 'cordonedBecause', 'reportedAt', 'silent'],
  },
  organisations: { asks: { find: null }, page: (door: Door, asked: never) => door.organisations.list(asked), columns: ['organisation', 'title', 'tenants', 'createdAt'] },
  people: { asks: { find: null }, page: (door: Door, asked: never) => door.people.list(asked), columns: ['person', 'name', 'email', 'roles', 'disabledAt'] },
  requests: {
    asks: { find: null, show: 'mine', organisation: null }, page: (door: Door, asked: never) => door.requests.list(asked),
    columns: ['request', 'kind', 'subject', 'organisation', 'tenant', 'state', 'level', 'purpose', 'requestedBy', 'requestedAt', 'deadline', 'decidedAt'],
  },
  staff: { asks: { find: null }, page: (door: Door, asked: never) => door.staff.list(asked), columns: ['binding', 'name', 'email', 'role', 'since', 'until', 'grantedBy', 'isDisabled'] },
  tenants: {
    asks: { find: null, organisation: null, isolationLevel: null, state: null, sort: 'tenant', descending: false }, page: (door: Door, asked: never) => door.tenants.list(withLevel(asked)),
    columns: ['tenant', 'title', 'organisation', 'isolationLevel', 'trust', 'regions', 'compliance', 'frozenAt', 'erasedAt', 'suspendedUntil', 'createdAt'],
  },
} as const satisfies Record<string, List>
/** In an address a level is a word like all others. */
const withLevel = <A extends object>(asked: A): A => ('isolationLevel' in asked && typeof asked.isolationLevel === 'string' ? { ...asked, isolationLevel: Number(asked.isolationLevel) } : asked)

const Asked = z.object({ form: z.enum(['csv', 'json']), list: z.string().max(63), tenant: z.string().max(63).nullable(), asOf: z.string().max(24).nullable() })
/** As a name that an object has of itself names no list. */
const listNamed = (name: string, tenant: string | null): List | null => {
  const named: Readonly<Record<string, List>> = tenant === null ? platformLists : lists
  return Object.hasOwn(named, name) ? (named[name] ?? null) : null
}
/** So many rows are in a file; where there are more it says so. */
const rowsMost = 10_000

/** Page by page, so that no more than one is held. */
export async function* textOf({ list, form, columns, readAt, most = rowsMost }: { list: string; form: 'csv' | 'json'; columns: readonly Column[]; readAt: string; most?: number }, pageAfter: (after: string | null) => Promise<Page<Row>>): AsyncGenerator<string> {
  yield form === 'csv' ? csvBegun(columns.map(headOf)) : `{"list":${JSON.stringify(list)},"readAt":${JSON.stringify(readAt)},"rows":[`
  let [after, many, isCut]: [string | null, number, boolean] = [null, 0, false]
  do {
    const { rows, next } = await pageAfter(after)
    const some = rows.slice(0, most - many)
    if (some.length > 0) yield form === 'csv' ? csvOf(some.map((row) => columns.map((column) => cellIn(row, column)))) : `${many === 0 ? '' : ','}\n${some.map((row) => JSON.stringify(row)).join(',\n')}`
    many += some.length
    isCut = some.length < rows.length || (next !== null && many >= most)
    after = isCut ? null : next
  } while (after !== null)
  if (form === 'json') yield `\n],"cutOffAfter":${isCut ? many : null}}\n`
  else if (isCut) yield csvOf([[`Cut off after ${many} rows.`]])
}

/** What the list takes, and of what the address says nothing its default. A field that is not its own is the door's to refuse. */
function inputOf({ asks }: List, said: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, typeof asks[name] === 'boolean' ? value === 'true' || (value === 'false' ? false : value) : value]))
  return { ...asks, ...plain }
}

export async function answerList(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { list: name, form: as, tenant: place = null, asOf: at = null, ...rest } = saidIn(new URL(request.url).searchParams)
  const asked = Asked.safeParse({ list: name, form: as, tenant: place, asOf: at })
  const found = asked.success ? listNamed(asked.data.list, asked.data.tenant) : null
  if (!asked.success || found === null) return new Response('There is no such list.\n', { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const { list, form, tenant, asOf } = asked.data
  const { columns, page } = found
  const { door, taking } = doorFor(asking, asOf)
  try {
    const pageAfter = (after: string | null) => page(door, { ...(tenant === null ? {} : { tenant }), ...inputOf(found, rest), ...firstPage, after } as never)
    // A no is answered before anything is: the first page is read first.
    const first = await pageAfter(null)
    const readAt = new Date().toISOString()
    const text = textOf({ list, form, columns, readAt }, async (after) => (after === null ? first : pageAfter(after)))
    return fileOf(streamOf(text, taking, asking.source.reference), form === 'csv' ? 'text/csv' : 'application/json', `${list}-${tenant ?? 'platform'}-${(asOf ?? readAt).slice(0, 16).replace(':', '')}Z.${form}`)
  } catch (thrown) {
    taking.leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
