import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { raise, raiseOnce } from '~/server/database/raise'
import { inScope } from '~/server/database/scope'
import { doorFor, makeWorld, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const raised = () => inScope('engine', { loop: 'watch' }, async (sql) => {
  await raise(sql, 'node.impossible_report', { node: world.mark, because: 'more_than_can_be' })
  await raiseOnce(sql, 'allocations.many_preemptions', world.mark, { tenant: world.a })
  await raiseOnce(sql, 'allocations.many_preemptions', world.mark, { tenant: world.a })
})

test('what was raised is read by whoever works on the platform, the newest first, by what it is about; what is the same stands once', async () => {
  await raised()
  const door = await doorFor(world.platformAuditor)
  const nodes = (await door.signals.list({ topic: 'node', ...firstPage })).rows.filter(({ body }) => body.node === world.mark)
  expect(nodes).toMatchObject([{ kind: 'node.impossible_report', body: { because: 'more_than_can_be' } }])
  expect((await door.signals.list({ topic: 'allocations', ...firstPage })).rows.filter(({ body }) => body.tenant === world.a)).toHaveLength(1)
  expect((await door.signals.list({ topic: 'control', ...firstPage })).rows.filter(({ kind }) => !kind.startsWith('control.'))).toEqual([])
  const { rows } = await door.signals.list({ topic: null, ...firstPage })
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort().reverse())
})
test('nobody in a tenant reads them', async () => {
  await expect((await doorFor(world.admin)).signals.list({ topic: null, ...firstPage })).rejects.toThrow('not_found')
})
