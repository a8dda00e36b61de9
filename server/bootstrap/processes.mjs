/**
 * Everything that is started is started here, in a process group of its own: Ctrl-C in the terminal reaches the bootstrap alone, which then ends
 * the rest in order, and a command ends together with what it started. Each is told to the guard, and written down for the next start.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Stop } from './words.mjs'

const running = new Map()
let guard = null
let throwAway = null
let onChange = () => {}
let aborted = false

/** True if somebody of the group was there to hear it. */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** The system's name for one life of a process id; null when nobody, or only a zombie, has that id. Ids are used again, lives are not. */
export function lifeOf(pid) {
  try {
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return state === 'Z' ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${rest[18]}`
  } catch {
    if (process.platform === 'linux') return null
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : null
  }
}

const tell = (...line) => guard?.stdin.write(`${JSON.stringify(line)}\n`, () => {})

/** The guard is as mortal as the rest: while this runs, it is replaced and told everything again. */
export function startGuard() {
  const file = fileURLToPath(new URL('guard.mjs', import.meta.url))
  guard = spawn(process.execPath, [file], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.stdin.on('error', () => {})
  guard.once('exit', () => { if (guard) startGuard() })
  for (const [pid, { signal }] of running) tell('began', pid, signal)
  if (throwAway) tell('throw away', throwAway)
}

export function dismissGuard() {
  const last = guard
  guard = null
  last?.stdin.end(`${JSON.stringify(['done'])}\n`)
}

export function removeAfterwards(folder) {
  throwAway = folder
  tell('throw away', folder)
}

/** Calls with what runs, at every change. */
export function writeDown(listener) {
  onChange = listener
}
const change = () => onChange([...running].map(([pid, one]) => ({ pid, ...one })))

/** Starts a program in its own group. `signal` is how it likes to be ended. */
export function launch(file, args, { signal = 'SIGTERM', ...options } = {}) {
  const child = spawn(file, args, { ...options, detached: true })
  if (child.pid === undefined) return child
  running.set(child.pid, { signal, life: lifeOf(child.pid) })
  tell('began', child.pid, signal)
  change()
  child.once('exit', () => {
    running.delete(child.pid)
    tell('ended', child.pid)
    change()
  })
  return child
}

export const isRunning = (child) => child.exitCode === null && child.signalCode === null && child.pid !== undefined

/** Ends a child and waits for it; after `patienceMs` without asking again. */
export async function end(child, signal = 'SIGTERM', patienceMs = 12_000) {
  if (!isRunning(child)) return
  const gone = new Promise((done) => child.once('exit', done))
  const force = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), patienceMs)
  // To the process, not its group: PostgreSQL's and Next's own helpers are theirs to end.
  child.kill(signal)
  await gone
  clearTimeout(force)
}

const commands = new Set()
/** npm, for one, may first finish what it is at. */
const commandPatienceMs = 3_000
/** For whatever waits: ends the wait when all this is to end. The empty sentence is not printed; why it ends was said elsewhere. */
export function checkAborted() {
  if (aborted) throw new Stop('')
}

/** Ends the commands of unfinished steps, and lets no other begin. */
export function abort() {
  aborted = true
  for (const child of commands) {
    signalGroup(child.pid, 'SIGTERM')
    setTimeout(() => { if (commands.has(child)) signalGroup(child.pid, 'SIGKILL') }, commandPatienceMs)
  }
}

/** Runs a command to its end and answers with its exit code and everything it wrote. */
export function commandOutput(file, args, options = {}) {
  if (aborted) return Promise.resolve({ code: null, output: '' })
  const child = launch(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  commands.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output = (output + part).slice(-200_000)
      options.onOutput?.(part)
    })
  }
  return new Promise((done) => {
    child.once('error', (error) => done({ code: null, output: `${error.code} ${error.message}` }))
    child.once('close', (code) => done({ code, output }))
  }).finally(() => commands.delete(child))
}
