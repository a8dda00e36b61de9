/** Says what is being done and for how long. Several steps may be under way at once. */
import { checkAborted, commandOutput } from './processes.mjs'
import { indented, inWords, Stop } from './words.mjs'

const tickMs = 15_000
const under = new Map()
/** What a program reads is nothing but what it asked for. */
const out = process.argv.includes('--json') ? process.stderr : process.stdout
const isTerminal = out.isTTY === true
const seconds = (since) => (performance.now() - since) / 1000
let ticker = null

/** Someone who reads through a pipe may stop reading; that is no reason to stop. */
out.on('error', () => {})

const clear = () => { if (isTerminal) out.write('\r\x1b[K') }
export function print(line) {
  clear()
  out.write(`${line}\n`)
  draw()
}
function draw() {
  if (isTerminal && under.size > 0) {
    const line = [...under].map(([says, since]) => `${says} … ${seconds(since).toFixed(0)} s`).join(' · ')
    out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`)
  }
}
function tick() {
  if (isTerminal) draw()
  else for (const [says, since] of under) out.write(`${says} … ${seconds(since).toFixed(0)} s so far\n`)
}

export async function step(says, work) {
  const since = performance.now()
  under.set(says, since)
  ticker ??= setInterval(tick, isTerminal ? 1000 : tickMs)
  if (isTerminal) draw()
  else out.write(`${says} …\n`)
  let done = false
  try {
    const answer = await work()
    done = true
    return answer
  } finally {
    under.delete(says)
    if (under.size === 0) {
      clearInterval(ticker)
      ticker = null
    }
    print(done ? `${says}: ${seconds(since).toFixed(1)} s` : `${says}: stopped after ${seconds(since).toFixed(1)} s`)
  }
}

/** Runs a command to its end. Its output is kept back unless it fails; `explain` may turn it into a sentence. */
export async function command(says, file, args, { explain = () => null, ...options } = {}) {
  const { code, output } = await commandOutput(file, args, options)
  checkAborted()
  if (code === 0) return output
  throw explain(output) ?? inWords(output, 'what it makes') ?? new Stop(`${says} failed:\n${indented(output)}`)
}

export const commandStep = (says, file, args, options) => step(says, () => command(says, file, args, options))
