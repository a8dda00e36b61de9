import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, signInAs, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const tell = (person: Person, kind: string, secondsAgo: number) => loading(async (sql) => {
  const { rows } = await sql.query("INSERT INTO notice (id, person_id, kind, body, at) VALUES (gen_random_uuid(), $1, $2, '{}', now() - make_interval(secs => $3)) RETURNING id", [person.id, kind, secondsAgo])
  return rows[0].id as string
})
const told = async (person: Person) => (await (await doorFor(person)).notices.list({})).map(({ kind }) => kind)
const acknowledge = async (person: Person, notice: string) => (await doorFor(person)).notices.acknowledge({ notice })

test('what somebody must know is told the oldest first, wherever they are signed in, until they say that they know; to say so twice is to say so', async () => {
  const person = await world.person('told')
  const elsewhere = { ...person, ...(await signInAs(person.id)) }
  await tell(person, 'recovery_codes_made', 10)
  const first = await tell(person, 'password_changed', 20)
  expect(await told(person)).toEqual(['password_changed', 'recovery_codes_made'])
  expect(await told(elsewhere)).toEqual(['password_changed', 'recovery_codes_made'])
  for (let times = 0; times < 2; times++) expect(await acknowledge(person, first)).toEqual({ ok: true, value: { notice: first } })
  for (const where of [person, elsewhere]) expect(await told(where)).toEqual(['recovery_codes_made'])
  await numberAll()
  const records = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === person.id && entry.action.resource === 'notices' && entry.action.verb === 'acknowledge')
  expect(records.map(({ entry }) => entry.outcome)).toEqual(['done', 'done'])
})
test('another person’s notice is not found, as if there were none, and stays told', async () => {
  const person = await world.person('other')
  const notice = await tell(person, 'account_enabled', 0)
  expect(await acknowledge(world.stranger, notice)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await acknowledge(world.stranger, crypto.randomUUID())).toEqual({ ok: false, refusal: 'not_found' })
  expect(await told(person)).toEqual(['account_enabled'])
  expect(await told(world.stranger)).toEqual([])
})
