import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from './throw-away.mjs'

/** `--pairs`: how often each of the two is measured in turn. `--fills`: how often a quota is filled exactly. `--nodes FILE`: the fleet of (b), as a published trace has it, instead of 1,213 nodes of its own making. `--only TEXT`: of what is compared, what has this in its name. `--json`: one object a line. */
export async function bench(rest) {
  process.exitCode = await withDatabase((env) => new Promise((ended) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/bench/admission.ts', ...rest], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('close', (code) => ended(code ?? 1))
  }), { durable: true })
}
