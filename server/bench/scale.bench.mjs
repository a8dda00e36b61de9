import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from './throw-away.mjs'

const play = (script, env, rest) => new Promise((ended) => {
  spawn(process.execPath, ['--import', 'tsx', `server/bench/${script}`, ...rest], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (code) => ended(code ?? 1))
})

/** What a decision costs as fleets, tenants and queues grow. `--json`: one object a line. */
export async function bench(rest) {
  const nodes = await play('placement.ts', process.env, rest)
  const others = await withDatabase((env) => play('scale.ts', env, rest), { durable: true })
  process.exitCode = Math.max(nodes, others)
}
