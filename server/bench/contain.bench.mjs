import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'

/** How long it is from the press that contains to its effect: in a browser's window that only waits, at the machine door, and for whoever places work. */
export async function bench() {
  const child = spawn(process.execPath, ['server/bootstrap/test.mjs', 'contain-times'], { cwd: root, stdio: 'inherit' })
  process.exitCode = await new Promise((ended) => child.once('exit', ended))
}
