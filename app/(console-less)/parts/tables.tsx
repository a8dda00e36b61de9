'use client'
import { useState } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { FilterBar } from '~/components/ui/filter-bar'
import { Ago, AsOf } from '~/components/ui/moment'
import { FilteredToNothing } from '~/components/ui/regions'
import { RowMenu } from '~/components/ui/row-menu'
import { Select, Selection } from '~/components/ui/selection'
import { Cell, Head, Name, Pages, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import { type Query, viewOf } from '~/components/ui/view'
import { figure } from '~/server/shared/figure'

const view = viewOf({ sorts: ['name', 'cores'], filters: { find: 'text', state: ['active', 'frozen'] } })
const path = '/parts'
const now = '2026-11-21T12:00:00.000Z'
const places = [
  { name: 'evaluation', state: 'active', cores: 4, at: '2026-11-21T11:58:00.000Z' }, { name: 'notebooks', state: 'active', cores: 12, at: '2026-11-21T09:00:00.000Z' },
  { name: 'serving', state: 'frozen', cores: null, at: '2026-11-12T12:00:00.000Z' }, { name: 'training', state: 'active', cores: 1024, at: '2026-11-21T11:59:58.000Z' },
  { name: 'a-name-that-is-as-long-as-a-name-may-be-and-not-one-letter-more', state: 'active', cores: 0, at: '2026-11-01T12:00:00.000Z' },
]

/** A list as a page makes it: narrowed, sorted and paged by its address. */
export function ListShown({ query }: { query: Query }) {
  const asked = view.read(query)
  const [picked, setPicked] = useState('')
  const clear = view.isNarrowed(asked) ? view.cleared(path, asked) : null
  const rows = places.filter(({ name, state }) => name.includes(asked.find ?? '') && (asked.state === null || state === asked.state))
    .sort((a, b) => (asked.sort === 'name' ? a.name.localeCompare(b.name) : (a.cores ?? 0) - (b.cores ?? 0)) * (asked.descending ? -1 : 1))
  const filter = (
    <FilterBar
      label="Filter namespaces" narrowing={view.narrowing(path, asked)} find={{ says: 'Name' }} choices={[{ name: 'state', says: 'State', any: 'Any state', options: { active: 'Active', frozen: 'Frozen' } }]}
      clear={clear} says={rows.length === 1 ? '1 namespace' : `${rows.length} namespaces`} asOf={<AsOf at={now} />}
    />
  )
  return (
    <Selection ids={rows.map(({ name }) => name)} filter={filter} actions={(ids) => <Button size="dense" onClick={() => setPicked(ids.join(', '))}>Freeze {ids.length}…</Button>}>
      {rows.length === 0 && <FilteredToNothing says={`No namespace matches “${asked.find ?? ''}”.`} clear={view.cleared(path, asked)} />}
      {rows.length > 0 && (
        <Table label="Namespaces" selects>
          <Head selects sorting={view.sorting(path, asked)} columns={[{ says: 'Name', sort: 'name' }, 'State', { says: 'Cores', figure: true, sort: 'cores' }, 'Note', 'Last used', { says: 'Actions', hidden: true }]} />
          <tbody>
            {rows.map(({ name, state, cores, at }) => (
              <Row key={name} current={name === 'training'}>
                <Select id={name} says={name} />
                <Name href={`${path}#${name}`}>{name}</Name>
                <Cell><Badge tone={state === 'active' ? 'ok' : 'danger'}>{state === 'active' ? 'Active' : 'Frozen'}</Badge></Cell>
                <Cell figure>{cores === null ? <Unknown why="Usage is unavailable from this cluster since 13:40." /> : figure(cores)}</Cell>
                <Cell />
                <Cell><Ago at={at} now={new Date(now)} /></Cell>
                <Cell figure>
                  <RowMenu of={name} actions={[{ says: 'Open', href: `${path}#${name}` }, { says: 'Freeze', onSelect: () => setPicked(name) }, { says: 'Delete', whyNot: 'It still holds a quota. Take that back first.' }]} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Pages of="namespaces" previous={view.pages(path, asked, { previous: 'p', next: null }).previous} next={view.pages(path, asked, { previous: null, next: 'n' }).next} />
      <p className="text-dense text-quiet">{picked === '' ? 'Nothing was frozen.' : `Frozen: ${picked}.`}</p>
    </Selection>
  )
}
