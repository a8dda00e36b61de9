import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

/** `SOAK_SECONDS` says how long the soak is: a minute, unless told otherwise. */
export async function bench() {
  process.exitCode = await withDatabase((env) => new Promise((ended) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/bench/threats.ts'], { cwd: root, env: { ...env, SOAK_SECONDS: process.env.SOAK_SECONDS ?? '60' }, stdio: ['ignore', 'pipe', 'inherit'] })
    // Faults are provoked here by the thousand: what is measured is told, the log is not.
    let rest = ''
    child.stdout.on('data', (part) => {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (!line.startsWith('{')) console.log(line)
    })
    child.on('close', (code) => ended(code ?? 1))
  }))
}
