/** A list as a file: every row of every page once, no cell that a program would carry out, and where it is cut off it says so. */
import { expect, test } from 'vitest'
import { lists, textOf } from './list-as-file'
import type { Page } from './page'

type Row = Readonly<Record<string, unknown>>
const rows: Row[] = Array.from({ length: 7 }, (_, at) => ({ name: `n${at}`, says: at === 3 ? '=1+1' : 'a, b', models: ['A100', `T${at}`] }))
const paged = (size: number) => async (after: string | null): Promise<Page<Row>> => {
  const from = Number(after ?? 0)
  return { rows: rows.slice(from, from + size), previous: null, next: from + size < rows.length ? String(from + size) : null }
}
async function all(form: 'csv' | 'json', size: number, most?: number): Promise<string> {
  const parts = []
  for await (const part of textOf({ list: 'things', form, columns: ['name', 'says', 'models'], readAt: '2026-11-22T10:00:00.000Z', ...(most === undefined ? {} : { most }) }, paged(size))) parts.push(part)
  return parts.join('')
}

test.each([1, 2, 3, 7, 50])('by %s a page, every row once, in its order', async (size) => {
  const lines = (await all('csv', size)).trimEnd().split('\r\n')
  // The mark by which a program for tables knows UTF-8 comes once, before everything.
  expect(lines[0]).toBe('\uFEFFname,says,models')
  expect(lines.slice(1)).toEqual(rows.map((_, at) => `n${at},${at === 3 ? "'=1+1" : '"a, b"'},"A100; T${at}"`))
  expect(JSON.parse(await all('json', size))).toEqual({ list: 'things', readAt: '2026-11-22T10:00:00.000Z', rows, cutOffAfter: null })
})
test.each([[7, null], [6, 6], [3, 3], [1, 1]])('of %s rows at most it is said where it is cut off', async (most, cut) => {
  for (const size of [1, 3, 50]) {
    expect(JSON.parse(await all('json', size, most))).toMatchObject({ rows: rows.slice(0, most), cutOffAfter: cut })
    expect((await all('csv', size, most)).includes('Cut off after')).toBe(cut !== null)
  }
})
test('nothing at all is a file all the same', async () => {
  const none = async () => ({ rows: [], previous: null, next: null })
  const text = []
  for await (const part of textOf({ list: 'things', form: 'json', columns: [], readAt: '' }, none)) text.push(part)
  expect(JSON.parse(text.join(''))).toEqual({ list: 'things', readAt: '', rows: [], cutOffAfter: null })
})
test('the tenant’s own quotas, which stand on every page, are in a file once', async () => {
  const door = { quotas: { list: async () => ({ rows: [{ namespace: null, resource: 'cpu' }, { namespace: 'red', resource: 'cpu' }], previous: null, next: null }) } }
  const page = (after: string | null) => lists.quotas.page(door as never, { after, before: null } as never)
  expect([(await page(null)).rows.map(({ namespace }) => namespace), (await page('x')).rows.map(({ namespace }) => namespace)]).toEqual([[null, 'red'], ['red']])
})
