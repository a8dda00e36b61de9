import { expect, test } from 'vitest'
import { viewOf } from './view'

const view = viewOf({
  sorts: ['name', 'created'], filters: { find: 'text', state: ['active', 'frozen'], organisation: 'text' },
  opens: ['create', 'change'], panel: { namespace: 'text', resource: { longest: 253 }, purpose: { longest: 20, lines: true } }, tabs: ['all', 'mine'],
})
const bare = view.read({})

test('an address that says nothing says the defaults', () => {
  expect(bare).toEqual({
    sort: 'name', descending: false, after: null, before: null, open: null, tab: 'all', find: null, state: null, organisation: null, namespace: null, resource: null, purpose: null,
  })
  expect(view.href('/t', bare)).toBe('/t')
})
test.each([
  [{ sort: '-created' }, { sort: 'created', descending: true }],
  [{ sort: '-name' }, { sort: 'name', descending: true }],
  [{ sort: 'colour' }, { sort: 'name', descending: false }],
  [{ sort: '--name' }, { sort: 'name', descending: false }],
  [{ state: 'frozen' }, { state: 'frozen' }],
  [{ state: 'Frozen' }, { state: null }],
  [{ state: ['active', 'frozen'] }, { state: 'active' }],
  [{ state: [] }, { state: null }],
  [{ find: '  gpu ' }, { find: 'gpu' }],
  [{ find: '' }, { find: null }],
  [{ find: 'a'.repeat(63) }, { find: 'a'.repeat(63) }],
  [{ find: 'a'.repeat(64) }, { find: null }],
  [{ find: 'a\u0000b' }, { find: null }],
  [{ find: 'a\ud83d' }, { find: null }],
  [{ find: '\u202a serving\u202c' }, { find: 'serving' }],
  [{ find: '\u200eserving \u200f\u061c' }, { find: 'serving' }],
  [{ find: 'C++\u200f serving' }, { find: 'C++\u200f serving' }],
  [{ find: '\u2067\u2069' }, { find: null }],
  [{ resource: 'a'.repeat(253) }, { resource: 'a'.repeat(253) }],
  [{ resource: 'a'.repeat(254) }, { resource: null }],
  [{ resource: 'a\nb' }, { resource: null }],
  [{ purpose: 'First\n\nsecond' }, { purpose: 'First\n\nsecond' }],
  [{ purpose: 'First\tsecond' }, { purpose: null }],
  [{ purpose: 'a\n'.repeat(11) }, { purpose: null }],
  [{ open: 'create' }, { open: 'create' }],
  [{ open: 'toString' }, { open: null }],
  [{ tab: 'mine' }, { tab: 'mine' }],
  [{ tab: 'yours' }, { tab: 'all' }],
  [{ after: 'c1', before: 'c2' }, { after: 'c1', before: null }],
  [{ before: 'c'.repeat(513) }, { before: null }],
])('%j is read as %j', (query, says) => expect(view.read(query)).toEqual({ ...bare, ...says }))

test('it is written in one order, whatever the order of the change, and read back as it was', () => {
  const asked = view.read({ after: 'c1', tab: 'mine', sort: '-created', organisation: 'a/b', find: 'x & y', resource: 'nvidia.com/gpu', namespace: 'training', open: 'change' })
  const address = view.href('/t', asked)
  expect(address).toBe('/t?open=change&namespace=training&resource=nvidia.com%2Fgpu&find=x+%26+y&organisation=a%2Fb&sort=-created&tab=mine&after=c1')
  expect(view.read(Object.fromEntries(new URL(address, 'http://x').searchParams))).toEqual(asked)
})
test('other rows begin at their first page; another page drops the other cursor; a panel leaves the rows', () => {
  const second = view.read({ after: 'c1', find: 'x' })
  expect(view.href('/t', second, { state: 'active' })).toBe('/t?find=x&state=active')
  expect(view.href('/t', second, { sort: 'created' })).toBe('/t?find=x&sort=created')
  expect(view.href('/t', second, { tab: 'mine' })).toBe('/t?find=x&tab=mine')
  expect(view.href('/t', second, { open: 'change', namespace: 'n' })).toBe('/t?open=change&namespace=n&find=x&after=c1')
  expect(view.pages('/t', second, { previous: 'p', next: null })).toEqual({ previous: '/t?find=x&before=p', next: null })
})
test('a header sorts ascending, then descending; the usual order is not written', () => {
  const { hrefs } = view.sorting('/t', view.read({ before: 'c1' }))
  expect(hrefs).toEqual({ name: '/t?sort=-name', created: '/t?sort=created' })
  expect(view.sorting('/t', view.read({ sort: 'created' }))).toEqual({ by: 'created', descending: false, hrefs: { name: '/t', created: '/t?sort=-created' } })
})
test('the usual order may be descending', () => {
  const newest = viewOf({ sorts: ['-asked', 'name'] })
  expect(newest.read({})).toMatchObject({ sort: 'asked', descending: true })
  expect(newest.sorting('/r', newest.read({})).hrefs).toEqual({ asked: '/r?sort=asked', name: '/r?sort=name' })
})
test('narrowing keeps order and tab, and clearing keeps what is no filter', () => {
  const asked = view.read({ find: 'x', sort: 'created', tab: 'mine', after: 'c1', open: 'create' })
  expect(view.narrowing('/t', asked)).toEqual({ path: '/t', filters: [['find', 'x'], ['state', ''], ['organisation', '']], kept: [['sort', 'created'], ['tab', 'mine']] })
  expect(view.isNarrowed(asked)).toBe(true)
  expect(view.isNarrowed(view.read({ open: 'change', namespace: 'n' }))).toBe(false)
  expect(view.cleared('/t', asked)).toBe('/t?open=create&sort=created&tab=mine')
})
test('a page with nothing to say has a view all the same', () => expect(viewOf({}).href('/x', viewOf({}).read({ sort: 'name' }))).toBe('/x'))
