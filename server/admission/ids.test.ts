import { expect, test } from 'vitest'
import { Ids } from './ids'

test('ids are UUIDs of version 7 in the order in which they were made, and those of a later moment come after them', () => {
  const ids = ['2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00.123457Z', '2026-11-21T10:00:00.123999Z', '2026-11-21T10:00:00.124000Z'].flatMap((now) => {
    const of = new Ids(now)
    return Array.from({ length: 200 }, () => of.next())
  })
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-21T10:00:00.123Z'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
test('more than the counter holds is refused, not made in another order', () => {
  const ids = new Ids('2026-11-21T10:00:00.000000Z')
  for (let made = 0; made < 0x4000; made++) ids.next()
  expect(() => ids.next()).toThrow()
})
