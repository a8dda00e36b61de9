/** Whatever arrives in whatever field, the answer is a clear no: never a fault, and nothing is written. Over HTTP they arrive in e2e/outside.e2e.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { procedures } from '~/server/api/router'
import { type Action, actions, needsStepUp, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { badValues } from '~/server/testing/bad-values'
import { samples } from '~/server/testing/samples'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

type AnyDoor = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
/** Who they are is asked once each: what they send is what is tried. */
const doors = new Map<string, Promise<unknown>>()
function standing(person: Person): Promise<unknown> {
  const known = doors.get(person.token) ?? doorFor(person)
  doors.set(person.token, known)
  return known
}
const readers = new Map(procedures.map(({ action, input }) => [action, input as ZodType]))
const isRead = (action: Action, input: unknown): boolean => readers.get(action)?.safeParse(input).success !== false
async function call(person: Person, action: Action, input: unknown): Promise<string> {
  const [concept = '', verb = ''] = action.split('.')
  // What does not even get past the schema is refused before anybody asks for a second factor.
  const stepUp = needsStepUp(action) && isRead(action, input) ? await shown(person, action, input).catch(() => undefined) : undefined
  const door = (await (stepUp === undefined ? standing(person) : doorFor(person, { stepUp }))) as AnyDoor
  return door[concept]?.[verb]?.(input).then(leave, (thrown) => thrown.cause?.reason ?? thrown.code) ?? 'no such procedure'
}
/** What a procedure's reader does not take gets no further: the first of these is sent to show it, and the others are asked of the reader alone. All that it takes is sent. */
function callEach(person: Person, action: Action, inputs: readonly unknown[]): Promise<string[]> {
  const unread = inputs.filter((input) => !isRead(action, input))
  return Promise.all(inputs.map((input) => (unread.indexOf(input) > 0 ? 'BAD_REQUEST' : call(person, action, input))))
}
/** What goes on is let go of. */
const leave = async (answer: unknown) => {
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) await (answer as AsyncIterableIterator<unknown>).return?.()
  return 'answered'
}
const who = (action: Action) => (specOf(action).on !== 'platform' ? world.admin : action === 'audit.listPlatform' ? world.platformAuditor : world.platformAdmin)
const countOf = async (table: string): Promise<number> => (await loading((sql) => sql.query(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`, [world.a]))).rows[0].n

test.each(Object.keys(actions) as Action[])('%s takes no bad value in any field, no missing field and no field that is not its own', async (action) => {
  const good = samples(world)[action] as Record<string, unknown>
  const quotasBefore = await countOf('quota')
  for (const field of Object.keys(good)) {
    const { [field]: _, ...without } = good
    expect([field, 'missing', await call(who(action), action, without)]).toEqual([field, 'missing', 'BAD_REQUEST'])
    const answers = await callEach(who(action), action, badValues.map(([, value]) => ({ ...good, [field]: value })))
    for (const [at, [name, value]] of badValues.entries()) {
      const answer = answers[at]
      expect([field, name, answer]).not.toEqual([field, name, 'INTERNAL_SERVER_ERROR'])
      // An empty list is a value of a field that may be a list of nothing, an empty object of one that may name nothing, true of one that is yes or no, and nought of an hour of the day and of a share of what may be borrowed.
      const isOne = (name === 'an object' && field === 'labels') || (name === 'a list' && ['actors', 'compliance', 'demands', 'draft', 'limits', 'models', 'namespaces', 'nodes', 'people', 'pools', 'claims', 'tenants', 'was', 'without'].includes(field)) || (name === 'true' && ['descending', 'ends', 'waits'].includes(field)) || (name === 'zero' && ['hour', 'percent'].includes(field))
      if (typeof value !== 'string' && value !== null && !isOne) expect([field, name, answer]).toEqual([field, name, expect.stringMatching(/^(BAD_REQUEST|bad_input)$/)])
    }
  }
  const extras = ['tenantId', 'role', 'status', 'personId', 'version_', 'isAdmin', 'constructor', 'prototype']
  expect(await callEach(who(action), action, extras.map((extra) => ({ ...good, [extra]: 'x' })))).toEqual(extras.map(() => 'BAD_REQUEST'))
  expect(await call(who(action), action, JSON.parse(`{"__proto__": {"polluted": true}, ${JSON.stringify(good).slice(1)}`.replace(', }', '}')))).toMatch(/BAD_REQUEST|answered/)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  const wholes = [undefined, null, [], 'x', 7, [good]]
  expect(await callEach(who(action), action, wholes)).toEqual(wholes.map(() => 'BAD_REQUEST'))
  expect(await countOf('quota')).toBe(quotasBefore)
})
