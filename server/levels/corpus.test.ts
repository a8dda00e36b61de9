/** Secrets of every sort are put into every field that can be sent, while the record keeps as much as it can: afterwards none is in the database or in a line of the log. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commandOf } from '~/server/api/router'
import { type Action, actions, needsStepUp, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { isDigestName } from '~/server/levels/decide-redaction'
import { log } from '~/server/logs/log'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { secretsByName, secretsByShape } from '~/server/testing/secrets'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
/** By a number that nobody counts on to: what a process read of a version it keeps, and another file takes all of them away. */
const say = (body: object | null) => loading(async (sql) => {
  await sql.query("UPDATE policy SET valid_to = now() WHERE tenant_id IS NULL AND kind = 'levels' AND valid_to IS NULL")
  if (body) await sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'levels', coalesce(max(version), 0) + 1000, $2 FROM policy WHERE tenant_id IS NULL AND kind = 'levels'", [randomUUID(), JSON.stringify(body)])
})
const written: string[] = []
beforeAll(async () => {
  world = await makeWorld()
  await say({ rules: [{ id: 'all', title: 'All', level: 'RequestResponse', effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null }], bodyBytesMost: 65_536 })
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await say(null)
  await closeLanes()
  await closeDatabase()
})

type AnyDoor = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
const doors = new Map<string, Promise<unknown>>()
const standing = (person: Person): Promise<unknown> => doors.get(person.token) ?? doors.set(person.token, doorFor(person)).get(person.token) as Promise<unknown>
async function call(action: Action, input: unknown): Promise<void> {
  const [concept = '', verb = ''] = action.split('.')
  const person = specOf(action).on !== 'platform' ? world.admin : action.startsWith('audit.') ? world.platformAuditor : world.platformAdmin
  const stepUp = needsStepUp(action) && commandOf(action)?.input.safeParse(input).success ? await shown(person, action, input).catch(() => undefined) : undefined
  const door = (await (stepUp === undefined ? standing(person) : doorFor(person, { stepUp }))) as AnyDoor
  await door[concept]?.[verb]?.(input).then(async (answer) => { if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) await (answer as AsyncIterableIterator<unknown>).return?.() }, () => null)
}
/** Every place of an input where a text stands, and where one would not belong. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))
  return inner.length === 0 ? [path] : inner
}
function putting(value: unknown, [key, ...rest]: string[], secret: unknown): unknown {
  if (key === undefined) return secret
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? putting(item, rest, secret) : item))
  return { ...(value as object), [key]: putting((value as Record<string, unknown>)[key], rest, secret) }
}

test('none of them is in the database or in the log, wherever it was put', async () => {
  const corpus = secretsByShape()
  const named = secretsByName().map(([name, value]) => [name, String(value)] as const)
  let at = 0
  for (const action of Object.keys(actions) as Action[]) {
    if (specOf(action).watches) continue
    const good = samples(world)[action] as Record<string, unknown>
    for (const place of placesOf(good)) {
      // Each of them stands in many places, another one each time, alone and in a sentence.
      for (const [name, text] of [corpus[at++ % corpus.length], corpus[(at * 7 + 3) % corpus.length]] as [string, string, string][]) {
        // A token of ours has the shape of a digest: where a digest belongs, it is taken for one.
        if (name !== 'a token of ours' || !isDigestName(place.at(-1) ?? '')) await call(action, putting(good, place, at % 2 ? text : `It is ${text}`))
      }
      const [, own] = named.find(([name]) => name === place.at(-1)) ?? []
      if (own !== undefined) await call(action, putting(good, place, own))
    }
    for (const [name, value] of named.slice(at % 5, (at % 5) + 3)) await call(action, { ...good, [name]: value })
  }
  const labels = { tenant: world.a, name: 'labelled', title: 'Labelled', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null }
  for (const [, text] of corpus) await call('namespaces.create', { ...labels, labels: { team: text, [text]: 'x' } })
  for (const [name, value] of named.filter(([each]) => /password|secret|token|key/i.test(each))) await call('allocations.create', { ...samples(world)['allocations.create'], name: `env-${at++}`, pod: JSON.stringify({ spec: { containers: [{ name: 'main', image: 'trainer:1', env: [{ name, value }] }] } }) })
  log.error('a fault', { fault: corpus.map(([, text]) => text).join('\n'), reason: corpus[2]?.[1] })
  await numberAll()
  await projectAll()
  const cores = [...corpus.map(([name, , core]) => [name, core] as const), ...named]
  const lines = await everyLine()
  const found = cores.flatMap(([name, core]) => {
    // Six figures are in many a moment and many an id: there they are nobody’s code.
    const parts = core.split('\n').map((part) => (/^\d+$/.test(part) ? new RegExp(`(?<![0-9a-f.-])${part}(?![0-9a-f])`) : part))
    const isIn = (line: string) => parts.some((part) => (typeof part === 'string' ? line.includes(part) : part.test(line)))
    return [...lines, ...written.map((line): [string, string] => ['the log', line])].filter(([, line]) => isIn(line)).map(([table, line]) => `${name} in ${table}: ${line.slice(0, 400)}`)
  })
  expect([...new Set(found)]).toEqual([])
  // And it was looked for where something stood.
  const records = [...(await recordsOf(world.a, 'deed')), ...(await recordsOf(world.a, 'access'))]
  expect(records.filter(({ entry }) => entry.request !== null).length).toBeGreaterThan(300)
  expect(records.filter(({ entry }) => (entry.metadata.kept?.request?.hidden ?? 0) > 0).length).toBeGreaterThan(50)
  expect(lines.length).toBeGreaterThan(1_000)
}, 600_000)

/** Every row of every table, as text. */
async function everyLine(): Promise<[table: string, line: string][]> {
  const owner = await connectAs('owner')
  await owner.query('BEGIN')
  const { rows: tables } = await owner.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'")
  const lines: [string, string][] = []
  for (const { relname } of tables) {
    await owner.query(`ALTER TABLE ${relname} NO FORCE ROW LEVEL SECURITY`)
    const { rows } = await owner.query(`SELECT t::text || coalesce(${relname === 'record' ? "convert_from(t.bytes, 'UTF8')" : "''"}, '') AS line FROM ${relname} t`)
    lines.push(...rows.map(({ line }): [string, string] => [relname, line]))
  }
  await owner.query('ROLLBACK')
  await owner.end()
  return lines
}
