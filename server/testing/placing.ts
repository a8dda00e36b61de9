/** What a file about where work goes begins with: a wish that only its nodes can say no to, and what became of it. */
import { doorFor, loading, makeWorld, type Person, type World } from './world'

export const gpu = 'nvidia.com/gpu'
/** Quotas that never bind, and nobody's yes. */
export async function roomy(resources: readonly string[] = [gpu]): Promise<World> {
  const world = await makeWorld()
  await loading((sql) => sql.query(`UPDATE account SET resources = $2::text[], nominal = array_fill(0::bigint, ARRAY[cardinality($2::text[])]), hard = array_fill(1000000000000000::bigint, ARRAY[cardinality($2::text[])]),
    used = array_fill(0::bigint, ARRAY[cardinality($2::text[])]), held = array_fill(0::bigint, ARRAY[cardinality($2::text[])]), unexplained = array_fill(0::bigint, ARRAY[cardinality($2::text[])]) WHERE organisation_id = $1`, [world.organisation, resources]))
  return world
}
let named = 0
export const wish = (tenant: string, each: Record<string, string>, more: object = {}) =>
  ({ tenant, namespace: 'red', name: `w${named++}`, class: 'normal', pods: 1, each, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
export const create = async (person: Person, ...asked: Parameters<typeof wish>) => (await doorFor(person)).allocations.create(wish(...asked))
export type Answer = Awaited<ReturnType<typeof create>>
export const reasonOf = (answer: Answer) => (answer.ok ? answer.value.verdict : answer.refusal)
export const idOf = (answer: Answer) => (answer.ok ? (answer.value.allocation ?? '') : '')
export const placementOf = async (answer: Answer) => loading(async (sql) => (await sql.query('SELECT region, placement FROM allocation WHERE id = $1', [idOf(answer)])).rows[0] as { region: string | null; placement: { cluster: string; pods: { node: string; gpus: number[] }[] } | null })
export const release = async (person: Person, tenant: string, answer: Answer) => (await doorFor(person)).allocations.release({ tenant, allocation: idOf(answer) })
