/** What the others feel while one tenant asks many times what it may: with the limits that the product ships, through the machine door of an engine of its own. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { ofTests, running } from '../bootstrap/compiled.mjs'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { anyShort, option, quantile, say, tell } from './figures'
import type { Flood } from './flood'
import { hangUp, post, startEngine } from './machine'
import { makePlaces, tokenIn, wish } from './places'

const [pairs, seconds, times, limit] = [option('pairs', 5), option('seconds', 6), option('times', 50), 100]
const [others, askEach] = [10, 4]

const { actor, tenants } = await makePlaces({ organisations: 4, tenantsEach: 5, hard: 10n ** 18n })
const [loud = '', ...quiet] = tenants
const asking = await Promise.all(quiet.slice(0, others).map(async (tenant) => ({ tenant, secret: await tokenIn(actor.personId, tenant, ['allocations.create']) })))
const secrets: string[] = []
for (let at = 0; at < 4; at++) secrets.push(await tokenIn(actor.personId, loud, ['allocations.create']))
const { stop } = await startEngine({})

type Run = { p50: number; p99: number; good: number; asked: number }
let named = 0
/** Each of the others asks so often a second, whether it was answered meanwhile or not: a time is from when it was due. */
async function othersAsk(): Promise<Run> {
  const took: number[] = []
  let good = 0
  const began = performance.now()
  const answers: Promise<void>[] = []
  for (let turn = 0; turn < seconds * askEach; turn++) {
    for (const [at, { tenant, secret }] of asking.entries()) {
      const due = began + ((turn + at / asking.length) / askEach) * 1000
      await setTimeout(Math.max(0, due - performance.now()))
      const { tenant: _, ...body } = wish(tenant, `n${named++}`)
      answers.push(post(`/v1/tenants/${tenant}/allocations`, secret, body).then((status) => {
        took.push(performance.now() - due)
        if (status === 201) good++
      }))
    }
  }
  await Promise.all(answers)
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), good, asked: took.length }
}
type Told = { asked: number; told: Record<string, number> }
async function flood(): Promise<Told> {
  const { tenant: _, ...asked } = wish(loud, '')
  const plan: Flood = { path: `/v1/tenants/${loud}/allocations`, secrets, rate: times * limit, seconds, wish: asked }
  const child = spawn(process.execPath, [...running(ofTests, 'flood'), JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as Told
}

await othersAsk()
const runs: { still: Run; noise: Run; told: Told }[] = []
for (let pair = 0; pair < pairs; pair++) {
  const still = await othersAsk()
  const flooding = flood()
  // Until it has started, and the first second of its limit is spent.
  await setTimeout(1_500)
  const noise = await othersAsk()
  runs.push({ still, noise, told: await flooding })
}
const median = (of: readonly number[]) => quantile(of, 0.5)
const told = runs.reduce<Record<string, number>>((sum, run) => { for (const [status, n] of Object.entries(run.told.told)) sum[status] = (sum[status] ?? 0) + n; return sum }, {})
const asked = runs.reduce((sum, run) => sum + run.told.asked, 0)
say(`${others} tenants ask ${askEach} times a second each; one asks ${times * limit} times a second, where it may ${limit}. It asked ${asked}, and was told ${JSON.stringify(told)}`)
tell('what the others wait while one floods, p99', median(runs.map(({ noise }) => noise.p99)), 'ms', {
  ratio: median(runs.map(({ still, noise }) => noise.p99 / still.p99)), goal: 'at most 1.5 times quiet', holds: median(runs.map(({ still, noise }) => noise.p99 / still.p99)) <= 1.5,
})
say(`      quiet p50 ${median(runs.map(({ still }) => still.p50)).toFixed(1)} ms, p99 ${median(runs.map(({ still }) => still.p99)).toFixed(1)} ms; beside noise p50 ${median(runs.map(({ noise }) => noise.p50)).toFixed(1)} ms`)
const goodput = median(runs.map(({ noise }) => noise.good / noise.asked))
tell('of what the others ask meanwhile, done', goodput * 100, '%', { goal: 'at least 95 %', holds: goodput >= 0.95 })
const passed = (told['201'] ?? 0) / (pairs * seconds)
tell('what the flooding tenant gets through', passed, 'a second', { goal: `at most ${limit}, and a second’s more`, holds: passed <= limit * (1 + 1 / seconds) })
hangUp()
await stop()
await closeLanes()
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
