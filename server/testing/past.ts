/** What each page of a tenant that can be read as of a moment answers to somebody, as text: two readings of the same are the same text. */
import { firstPage } from '~/server/api/page'
import { noOf } from '~/server/api/procedure'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { doorFor, loading, type Person } from './world'

/** The database's clock, to the microsecond. */
export const momentNow = async (): Promise<string> => (await loading((sql) => sql.query(`SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`))).rows[0].now

/** A no of the door is an answer, too. */
async function answerOf(asked: Promise<unknown>): Promise<Json> {
  try {
    return JSON.parse(JSON.stringify(await asked)) as Json
  } catch (thrown) {
    const no = noOf(thrown)
    if (no === null) throw thrown
    return { no: no.denial }
  }
}

export async function readPages(person: Person, tenant: string, asOf?: string): Promise<Record<string, string>> {
  const door = await doorFor(person, asOf === undefined ? {} : { asOf })
  const answers: Record<string, string> = {}
  const ask = async (page: string, asked: Promise<unknown>) => { answers[page] = canonicalBytes(await answerOf(asked)).toString() }
  const whole = { tenant, find: null, ...firstPage }
  const namespaces = { ...whole, environment: null, sort: 'created', descending: true } as const
  await ask('tenant', door.tenants.read({ tenant }))
  await ask('namespaces', door.namespaces.list({ ...namespaces, state: null }))
  await ask('namespaces, deleted', door.namespaces.list({ ...namespaces, state: 'deleted' }))
  await ask('namespaces, frozen', door.namespaces.list({ ...namespaces, state: 'frozen' }))
  await ask('quotas', door.quotas.list({ ...whole, namespace: null }))
  await ask('members', door.members.list(whole))
  await ask('groups', door.members.listGroups(whole))
  await ask('roles', door.roles.list({ tenant }))
  await ask('policies', door.policies.list({ tenant }))
  await ask('policy', door.policies.read({ tenant, of: 'tenant', kind: 'namespaces' }))
  await ask('allocations', door.allocations.list({ ...whole, namespace: null, show: 'live' }))
  await ask('allocations, all', door.allocations.list({ ...whole, namespace: 'red', show: 'all' }))
  for (const namespace of ['red', 'blue', 'green']) {
    await ask(`namespace ${namespace}`, door.namespaces.read({ tenant, namespace }))
    await ask(`people of ${namespace}`, door.namespaces.people({ tenant, namespace }))
    await ask(`limits of ${namespace}`, door.quotas.history({ tenant, namespace, resource: 'nvidia.com/gpu' }))
  }
  const known = await door.allocations.list({ ...whole, namespace: null, show: 'all' }).then(({ rows }) => rows, () => [])
  // What one waits for is told of now alone.
  for (const { allocation } of known) await ask(`allocation ${allocation}`, door.allocations.read({ tenant, allocation }).then((read) => ({ ...read, waiting: null })))
  return answers
}
