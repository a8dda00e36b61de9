import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'

/** In a process of its own, so that nothing else is timed with it. */
export async function bench(options) {
  process.exitCode = await new Promise((ended) => {
    spawn(process.execPath, ['--import', 'tsx', 'server/bench/placement.ts', ...options], { cwd: root, stdio: 'inherit' }).on('close', (code) => ended(code ?? 1))
  })
}
