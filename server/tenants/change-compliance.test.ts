import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import type { Regime } from './isolation'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
async function change(was: Regime[], compliance: Regime[], person: Person = world.platformAdmin, tenant: string = world.a) {
  const wish = { tenant, was, compliance }
  return (await doorFor(person, { stepUp: await shown(person, 'tenants.changeCompliance', wish) })).tenants.changeCompliance(wish)
}
const under = async () => (await (await doorFor(world.admin)).tenants.read({ tenant: world.a })).compliance

test('a tenant is put under a regime and taken out of it; its own admins see who did it, what it was and what it is', async () => {
  expect(await change(['gdpr'], ['hipaa', 'gdpr'])).toMatchObject({ ok: true, value: { tenant: world.a, compliance: ['gdpr', 'hipaa'] } })
  expect(await under()).toEqual(['gdpr', 'hipaa'])
  expect(await change(['gdpr'], ['soc2'])).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await change(['gdpr', 'hipaa'], ['gdpr', 'hipaa'])).toEqual({ ok: false, refusal: 'no_change' })
  expect(await change(['gdpr', 'hipaa'], ['fedramp'])).toEqual({ ok: false, refusal: 'too_weak_for_fedramp' })
  expect(await change(['gdpr', 'hipaa'], ['gdpr'])).toMatchObject({ ok: true })
  expect(await under()).toEqual(['gdpr'])
  expect((await recordsOf(world.a, 'deed')).map(({ entry }) => [`${entry.action.resource}.${entry.action.verb}`, entry.actor.userId, entry.context])).toEqual([
    ['tenants.changeCompliance', world.platformAdmin.id, expect.objectContaining({ before: expect.objectContaining({ compliance: ['gdpr'] }), after: expect.objectContaining({ compliance: ['gdpr', 'hipaa'] }) })],
    ['tenants.changeCompliance', world.platformAdmin.id, expect.objectContaining({ before: expect.objectContaining({ compliance: ['gdpr', 'hipaa'] }), after: expect.objectContaining({ compliance: ['gdpr'] }) })],
  ])
})
test('it takes a second factor, and neither the tenant’s own admin nor who watches the platform may', async () => {
  const wish = { tenant: world.a, was: ['gdpr' as const], compliance: [] }
  await expect((await doorFor(world.platformAdmin)).tenants.changeCompliance(wish)).rejects.toThrow('step_up_required')
  await expect((await doorFor(world.admin)).tenants.changeCompliance(wish)).rejects.toThrow('not_found')
  await expect((await doorFor(world.platformAuditor)).tenants.changeCompliance(wish)).rejects.toThrow('forbidden')
  await expect(change([], ['gdpr'], world.platformAdmin, 'no-such-tenant')).rejects.toThrow('not_found')
})
test('what was erased is under what it was under', async () => {
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now(), erased_at = now() WHERE id = $1', [world.b]))
  expect(await change(['gdpr'], ['gdpr', 'hipaa'], world.platformAdmin, world.b)).toEqual({ ok: false, refusal: 'erased' })
})
test('whoever records something is told which regimes a tenant is under, and nobody else', async () => {
  for (const role of ['web', 'engine', 'auditor'] as const) {
    const client = await connectAs(role)
    expect((await client.query('SELECT regimes_of($1) AS own, regimes_of($2) AS none, regimes_of(NULL) AS nobody', [world.a, 'no-such-tenant'])).rows).toEqual([{ own: ['gdpr'], none: [], nobody: [] }])
    // And what let the function look is over with it.
    expect((await client.query("SELECT coalesce(current_setting('app.loading', true), '') AS loading")).rows).toEqual([{ loading: '' }])
    await client.end()
  }
})
