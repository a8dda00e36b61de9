/** Kills an engine and a database in the middle of admitting, and asks afterwards whether all that was acknowledged is there, once, and nothing half. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '../bootstrap/throw-away.mjs'
import { compileScripts, start } from './on-database.mjs'

/** The supervisor takes five deaths within a minute for a reason to stop. */
const betweenDatabaseKillsMs = 15_500
const option = (rest, name, usual) => (rest.includes(`--${name}`) ? Number(rest[rest.indexOf(`--${name}`) + 1]) : usual)

export async function bench(rest) {
  const failed = await killAdmissions({ engines: option(rest, 'engine', 100), databases: option(rest, 'database', 100) })
  process.exitCode = failed === 0 ? 0 : 1
}

export const killAdmissions = ({ engines, databases }) => withDatabase(async (env, data) => {
  await compileScripts(['admitting'])
  const asked = new Map()
  const told = new Map()
  let lines = []
  const begin = (mode, person = '') => {
    const open = [...asked].filter(([key]) => !told.has(key)).map(([key, { verb, tenant, about }]) => [verb, key, tenant, about])
    const child = start('admitting', env, [mode, person, JSON.stringify(open)], ['ignore', 'pipe', 'inherit'])
    lines = []
    const read = createInterface({ input: child.stdout })
    read.on('line', (text) => {
      const [what, verb, key, ...words] = text.split(' ')
      lines.push(text)
      if (what === 'asked') asked.set(key, { verb, tenant: words[0], about: words[1] })
      if (what === 'told') told.set(key, words[0])
    })
    const ended = new Promise((done) => child.on('close', done))
    const toldMore = async (than) => {
      while (told.size < than) {
        if (child.exitCode !== null) throw new Error(`the engine ended by itself, with ${child.exitCode}`)
        await wait(20)
      }
    }
    return { child, ended, toldMore }
  }
  const finish = async (mode, person) => {
    const { ended } = begin(mode, person)
    if ((await ended) !== 0) throw new Error(`${mode} failed`)
    return lines
  }
  const [said] = await finish('prepare')
  const person = said.split(' ')[1]

  for (let time = 0; time < engines; time++) {
    const before = told.size
    const { child, ended, toldMore } = begin('work', person)
    await toldMore(before + 50)
    // At no moment in particular: before, in and after a commit.
    await wait(Math.random() * 60)
    child.kill('SIGKILL')
    await ended
  }
  if (databases > 0) {
    const { child, ended, toldMore } = begin('work', person)
    for (let time = 0; time < databases; time++) {
      const before = told.size
      await toldMore(before + 50)
      await wait(Math.random() * 60)
      process.kill(Number(readFileSync(`${data}/postgres/postmaster.pid`, 'utf8').split('\n')[0]), 'SIGKILL')
      await toldMore(before + 100)
      if (time + 1 < databases) await wait(betweenDatabaseKillsMs)
    }
    child.kill('SIGKILL')
    await ended
  }
  await finish('finish', person)
  const found = (await finish('check', person)).map((text) => text.split(' '))
  const decided = new Map()
  let twice = 0
  for (const [what, verb, key, , allocation] of found) if (what === 'decided') {
    if (decided.has(key)) twice++
    decided.set(key, { verb, allocation })
  }
  const lost = [...told].filter(([key, allocation]) => decided.get(key)?.allocation !== allocation).length
  const unasked = [...decided.keys()].filter((key) => !asked.has(key)).length
  const unanswered = [...asked.keys()].filter((key) => !told.has(key)).length
  const [, wrong, numbered] = found.find(([what]) => what === 'sums')
  const unrecorded = decided.size - Number(numbered)
  const deviations = { lost, twice, unasked, unanswered, wrong: Number(wrong), unrecorded }
  const failed = Object.values(deviations).reduce((sum, count) => sum + Math.abs(count), 0)
  console.log(`${failed === 0 ? 'held  ' : 'FAILED'} engine killed ${engines} times and the database ${databases} while admitting: ${told.size} acknowledged; ${JSON.stringify(deviations)}`)
  return failed
}, { durable: true })
