import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'

/** How long the machine takes to let somebody in, by each way, in a real browser: from the first press to the page they wanted. What a person needs to type or to touch is not in it. */
export async function bench() {
  const child = spawn(process.execPath, ['server/bootstrap/test.mjs', 'sign-in-times'], { cwd: root, stdio: 'inherit' })
  process.exitCode = await new Promise((ended) => child.once('exit', ended))
}
