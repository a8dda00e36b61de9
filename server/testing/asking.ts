/** What a file about requests begins with: quotas that never bind, a wish that waits for somebody's yes, and whoever signs with a passkey of their own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { attest } from '~/server/demo/authenticator'
import type { Role } from '~/server/identity/actor'
import { doorFor, loading, type Person, shown, type World } from './world'

/** Each level has more than any test asks for, and less than the one above it. */
export const makeRoom = ({ organisation }: World): Promise<void> => loading(async (sql) => {
  for (const [kind, amount] of [['organisation', 100_000], ['tenant', 40_000], ['namespace', 10_000]]) await sql.query('UPDATE account SET nominal = ARRAY[$1::bigint], hard = ARRAY[$1::bigint] WHERE organisation_id = $2 AND kind = $3', [amount, organisation, kind])
})

/** GPUs in the namespace red of tenant A. */
export const wishIn = ({ a }: World, gpus: number, more: object = {}) =>
  ({ tenant: a, namespace: 'red', name: `ask-${randomUUID().slice(0, 8)}`, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': String(gpus) }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
export type Wish = ReturnType<typeof wishIn>
export type Asked = { request: string; terms: string; allocation: string }
/** What is asked about an allocation. */
export async function askedAbout(allocation: string): Promise<Asked> {
  const { rows: [row] } = await loading((sql) => sql.query('SELECT id, terms FROM request WHERE allocation_id = $1', [allocation]))
  return { request: row.id, terms: row.terms, allocation }
}
/** Wished for by somebody, and held, because somebody else must say yes. */
export async function hold(by: Person, wish: Wish): Promise<Asked> {
  const answer = await (await doorFor(by)).allocations.create(wish)
  if (!answer.ok || answer.value.verdict !== 'hold') throw new Error(`held is what it was to be: ${JSON.stringify(answer)}`)
  return askedAbout(answer.value.allocation ?? '')
}

/** What was asked and decided before, by whichever file, is told of already. Each file has people of the platform, and of what waits there each of all of them would be told. */
export const tellOfTheRest = (): Promise<unknown> => loading((sql) => sql.query("INSERT INTO request_told (request_id, mark) SELECT id, mark FROM request, unnest('{opened,half,day,decided}'::text[]) AS mark UNION SELECT request_id, 'word ' || id FROM request_word ON CONFLICT DO NOTHING"))

/** Said by somebody of the tenant, with a second factor. */
export async function approve({ a }: World, person: Person, { request, terms }: Pick<Asked, 'request' | 'terms'>, factor: 'passkey' | 'code' = 'passkey') {
  const wish = { tenant: a, request, terms }
  return (await doorFor(person, { stepUp: await shown(person, 'requests.approveInTenant', wish, factor) })).requests.approveInTenant(wish)
}

/** As if whoever gave somebody their roles, just now, had been this one. */
export const letInBy = (by: Person, { id }: Person) => loading((sql) => sql.query('UPDATE role_binding SET granted_by = $2 WHERE person_id = $1', [id, by.id]))

/** At which address a passkey signs. */
export const { origin } = new URL(process.env.PUBLIC_URL ?? '')
export type Keyed = { person: Person; credentialId: string }
/** Somebody with a passkey of their own, which they have had for a while. */
export async function keyed(world: World, name: string, ...roles: [Role, string | null, string | null][]): Promise<Keyed> {
  const person = await world.person(`${name}-${randomUUID().slice(0, 8)}`, ...roles)
  const credentialId = randomBytes(24).toString('base64url')
  const begun = await (await doorFor(person)).factors.beginPasskey({})
  if (!begun.ok) throw new Error('begun')
  const wish = { label: 'Key', attestation: await attest(begun.value.options as never, { key: credentials.passkey, credentialId, origin }) }
  expect(await (await doorFor(person, { stepUp: await shown(person, 'factors.addPasskey', wish) })).factors.addPasskey(wish)).toEqual({ ok: true, value: expect.anything() })
  await loading((sql) => sql.query("UPDATE factor SET created_at = now() - interval '2 days' WHERE person_id = $1", [person.id]))
  return { person, credentialId }
}
