import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { loading, makeWorld, type World } from '~/server/testing/world'
import { bin, root } from './place.mjs'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(closeDatabase)

/** The way that every migration goes. */
const migrating = (name: string) => execFileSync(bin('prisma'), ['db', 'execute', '--config', 'prisma/config.ts', '--file', `prisma/migrations/${name}/migration.sql`], { cwd: root, stdio: 'pipe' })
const contained = async () => (await loading((sql) => sql.query('SELECT contained_nodes AS nodes FROM residency_violation WHERE id = $1', [world.violation]))).rows[0]

test('a migration reaches every tenant’s rows: what was contained before its nodes were kept is contained on those that it was on, and what was signed since stays', async () => {
  const before = (nodes: string[]) => loading((sql) => sql.query("UPDATE residency_violation SET contained_at = now(), contained_nodes = $2, nodes = '{n1,n2}' WHERE id = $1", [world.violation, nodes]))
  await before([])
  migrating('0200_contained_before')
  expect(await contained()).toEqual({ nodes: ['n1', 'n2'] })
  await before(['n0'])
  migrating('0200_contained_before')
  expect(await contained()).toEqual({ nodes: ['n0'] })
})
