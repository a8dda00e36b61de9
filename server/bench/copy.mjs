/** A product of its own in a copy of the working tree, for benches that must begin cold or kill things. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts, root } from '../bootstrap/place.mjs'

const readyMs = 900_000

/** The files git knows or would take: what a clone of this very tree would have. */
export function copyTree() {
  const copy = mkdtempSync('/var/tmp/bailiwick-bench-')
  chmodSync(copy, 0o755)
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(`${copy}/${file}`), { recursive: true })
    cpSync(`${root}/${file}`, `${copy}/${file}`)
  }
  return copy
}

export const findPorts = () => freePorts(Number(process.env.PORT || 4750))

/** Starts the product and waits until it says that it answers. */
export async function startCopy(copy, ports) {
  const since = performance.now()
  const { BAILIWICK_DATA, PUBLIC_URL, ...env } = process.env
  const child = spawn(process.execPath, ['server/bootstrap/start.mjs'], { cwd: copy, env: { ...env, PORT: String(ports.web) }, stdio: ['ignore', 'pipe', 'pipe'] })
  const product = { child, output: '', seconds: 0, stop: () => stop(child) }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => { product.output += part })
  process.on('exit', () => child.kill('SIGTERM'))
  while (!product.output.includes('Bailiwick answers')) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - since > readyMs) throw new Error(`The copy did not start:\n${product.output}`)
    await wait(20)
  }
  product.seconds = (performance.now() - since) / 1000
  return product
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await gone
}
