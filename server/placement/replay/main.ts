/** `npm run replay -- --nodes FILE --pods FILE`: how much GPU stands idle under each policy, beside the published figures where there are any. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { policyNames } from './policies/policies'
import { print, printCompared } from './print'
import { readPublished } from './published'
import { replay } from './replay'
import { bind, spread } from './residency'
import { summarise } from './summarise'
import { parseNodes, parseTasks } from './trace'

const usage = 'Usage: npm run replay -- --nodes FILE --pods FILE [--pods FILE …] [--policy NAME …] [--seeds 42..51] [--tune 1.3] [--residency] [--quota] [--published FILE] [--json]'
function refuse(why: string): never {
  console.error(`${why}\n${usage}\nPolicies: ${policyNames.join(', ')}.`)
  process.exit(2)
}

function options() {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string' }, pods: { type: 'string', multiple: true }, policy: { type: 'string', multiple: true }, seeds: { type: 'string', default: '42..51' }, tune: { type: 'string', default: '1.3' },
      residency: { type: 'boolean', default: false }, quota: { type: 'boolean', default: false }, published: { type: 'string' }, json: { type: 'boolean', default: false },
    },
  })
  const [, first, last] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(values.seeds) ?? refuse(`${values.seeds} are no seeds.`)
  const seeds = Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, at) => Number(first) + at)
  const load = Number(values.tune)
  if (seeds.length === 0) refuse(`${values.seeds} are no seeds.`)
  if (!(load > 0 && load <= 10)) refuse(`${values.tune} is no load.`)
  const wanted = values.policy?.map((name) => policyNames.find((known) => known.toLowerCase() === name.toLowerCase()) ?? refuse(`There is no policy ${name}.`)) ?? policyNames
  if (!values.nodes || !values.pods) refuse('Which nodes, and which pods?')
  for (const file of [values.nodes, ...values.pods]) if (!existsSync(file)) refuse(`There is no file ${file}.`)
  return { nodes: values.nodes, pods: values.pods, policies: wanted, seeds, load, residency: values.residency, quota: values.quota, published: values.published, json: values.json }
}

const { nodes: nodesFile, pods, policies, seeds, load, residency, quota, published, json } = options()
const read = parseNodes(readFileSync(nodesFile, 'utf8'))
const nodes = residency ? spread(read) : read
/** By way of admission, each policy and seed once more; what stands elsewhere then is a fault. */
const compared: { trace: string; policy: string; seeds: number; differing: number }[] = []
const summaries = pods.map((file) => {
  const parsed = parseTasks(readFileSync(file, 'utf8'))
  const tasks = residency ? bind(parsed) : parsed
  const trace = basename(file, '.csv')
  // Published figures are of the trace as it was published: bound to regions it is another.
  const figures = residency ? null : readPublished(published ?? join(dirname(file), 'published.json'), trace)
  const runs = policies.map((policy) => ({ policy, outcomes: seeds.map((seed) => replay(nodes, tasks, { seed, load, policy })) }))
  if (quota) for (const { policy, outcomes } of runs) {
    const differing = outcomes.filter(({ digest }, at) => replay(nodes, tasks, { seed: seeds[at] ?? 0, load, policy, quotas: true }).digest !== digest).length
    compared.push({ trace, policy, seeds: seeds.length, differing })
  }
  return summarise(trace, runs, figures)
})
print(summaries, { seeds: seeds.length, residency, json })
printCompared(compared, json)
if (compared.some(({ differing }) => differing > 0)) process.exitCode = 1
if (summaries.some(({ policies: all }) => all.some(({ violations }) => violations > 0))) process.exitCode = 1
