import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { statementsIn } from '~/server/testing/statements'
import { loading, makeWorld } from '~/server/testing/world'
import { organisationOf } from './admit'

afterAll(closeDatabase)

test('of a thousand at once in one tenant one looks whose it is; where it is nobody’s yet the next looks again', async () => {
  const own = await makeWorld()
  const all = Array.from({ length: 1_000 }, () => organisationOf(own.a))
  expect(new Set(all).size).toBe(1)
  expect(await all[0]).toBe(own.organisation)
  const later = `later-${own.mark}`
  await expect(organisationOf(later)).rejects.toThrow('not_found')
  await loading((sql) => sql.query('INSERT INTO tenant SELECT (json_populate_record(t, json_build_object(\'id\', $2::text))).* FROM tenant t WHERE id = $1', [own.a, later]))
  expect(await organisationOf(later)).toBe(own.organisation)
})
test('of many tenants that nobody knows yet, as when an engine begins, all are looked for by one question, each as itself', async () => {
  const [one, other] = [await makeWorld(), await makeWorld()]
  const tenants = [one.a, one.b, other.a, other.b]
  let found: string[] = []
  const asked = await statementsIn(async () => { found = await Promise.all(tenants.map(organisationOf)) })
  expect(found).toEqual([one.organisation, one.organisation, other.organisation, other.organisation])
  expect(asked).toHaveLength(1)
})
