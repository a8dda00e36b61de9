import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from './throw-away.mjs'

/** `--file`: a generator of Kueue's scheduler benchmark. `--rangespec`: the times beside it that its own continuous integration accepts. `--json`: one object a line. */
export async function bench(rest) {
  process.exitCode = await withDatabase((env) => new Promise((ended) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/bench/kueue.ts', ...rest], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('close', (code) => ended(code ?? 1))
  }), { durable: true })
}
