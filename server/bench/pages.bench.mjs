import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'

/** How quick the pages of a large tenant are, in a real browser over a production build. `--json`: one object a line. */
export async function bench(rest) {
  const env = { ...process.env, ...(rest.includes('--json') ? { BENCH_JSON: '1' } : {}) }
  const child = spawn(process.execPath, ['server/bootstrap/test.mjs', 'page-times'], { cwd: root, stdio: 'inherit', env })
  process.exitCode = await new Promise((ended) => child.once('exit', ended))
}
