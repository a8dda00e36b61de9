/** Kills each process in turn, as the machine's memory killer would, and asks afterwards for what was promised. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { lifeOf } from '../bootstrap/processes.mjs'
import { copyTree, findPorts, startCopy } from './copy.mjs'
import { killAdmissions } from './kills.bench.mjs'
import { startLoad } from './load.mjs'

const patienceMs = 30_000
let failed = 0

async function within(says, look) {
  const since = performance.now()
  while (performance.now() - since < patienceMs) {
    if (await look()) return report(true, says, since)
    await wait(50)
  }
  report(false, says, since)
}
function report(held, says, since) {
  if (!held) failed += 1
  console.log(`${held ? 'held  ' : 'FAILED'} ${((performance.now() - since) / 1000).toFixed(1).padStart(5)} s  ${says}`)
}

/** The product's processes: all that work in the copy's folder, by what they are. */
function processesOf(copy) {
  const found = {}
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      const at = readlinkSync(`/proc/${pid}/cwd`)
      if (at !== copy && !at.startsWith(`${copy}/`)) continue
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const kind = /guard\.mjs/.test(line) ? 'guard' : /start\.mjs/.test(line) ? 'bootstrap' : /server\/web\.ts|^bailiwick web/.test(line) ? 'web' : /server\/engine\.ts|^bailiwick engine/.test(line) ? 'engine' : /native\/bin\/postgres/.test(line) ? 'database' : null
      if (kind && lifeOf(pid)) found[kind] = pid
    } catch { /* it ended while we looked */ }
  }
  return found
}

export async function bench() {
  const copy = realpathSync(copyTree())
  const ports = await findPorts()
  const answers = (port, path) => fetch(`http://localhost:${port}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(2000) }).then(({ status }) => status < 400, () => false)
  const allAnswer = async () => (await answers(ports.web, '/sign-in')) && (await answers(ports.engine, '/ready'))
  const nothingLeft = () => Object.keys(processesOf(copy)).length === 0

  let product = await startCopy(copy, ports)
  console.log(`started after ${product.seconds.toFixed(1)} s`)
  const load = await startLoad(`http://localhost:${ports.web}`)
  for (const kind of ['web', 'engine', 'database', 'guard']) {
    const pid = processesOf(copy)[kind]
    process.kill(pid, 'SIGKILL')
    await within(`${kind} killed: another one lives and all answers`, async () => {
      const now = processesOf(copy)[kind]
      return now !== undefined && now !== pid && (await allAnswer())
    })
    await within('and the loops run: no lease is stuck', load.loopRuns)
  }
  process.kill(processesOf(copy).bootstrap, 'SIGKILL')
  await within('bootstrap killed: nothing is left running', nothingLeft)
  product = await startCopy(copy, ports)
  await within(`and the next start answers (${product.seconds.toFixed(1)} s)`, allAnswer)

  const { guard, bootstrap } = processesOf(copy)
  process.kill(bootstrap, 'SIGSTOP')
  process.kill(guard, 'SIGKILL')
  process.kill(bootstrap, 'SIGKILL')
  await wait(200)
  product = await startCopy(copy, ports)
  await within(`bootstrap and guard killed at once: the next start ends what was left and answers (${product.seconds.toFixed(1)} s)`, allAnswer)

  for (const pid of Object.values(processesOf(copy))) try { process.kill(pid, 'SIGKILL') } catch { /* its parent took it along */ }
  await wait(200)
  product = await startCopy(copy, ports)
  await within(`everything killed at once: the next start answers (${product.seconds.toFixed(1)} s)`, allAnswer)
  await within('and the loops run: no lease is stuck', load.loopRuns)
  const { acknowledged, tried, others, ...deviations } = await load.stop()
  await within(`of ${tried} deeds sent meanwhile ${acknowledged} were acknowledged (the others: ${JSON.stringify(others)}); ${JSON.stringify(deviations)}`, () => acknowledged > 0 && Object.values(deviations).every((count) => count === 0))

  for (let death = 1; death <= 5; death++) {
    const pid = processesOf(copy).engine
    if (pid) process.kill(pid, 'SIGKILL')
    for (const until = Date.now() + 8000; Date.now() < until && [undefined, pid].includes(processesOf(copy).engine) && product.child.exitCode === null;) await wait(50)
  }
  await within('engine killed five times within a minute: the product stops with a sentence', () => product.child.exitCode === 1 && /ended 5 times within a minute/.test(product.output) && nothingLeft())

  product = await startCopy(copy, ports)
  await product.stop()
  await within('interrupted: everything has ended', nothingLeft)
  if (await killAdmissions({ engines: 100, databases: 100 }) > 0) failed += 1
  console.log(`\n${failed === 0 ? 'All held.' : `${failed} failed.`}`)
  process.exitCode = failed === 0 ? 0 : 1
}
