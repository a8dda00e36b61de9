import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

/** A script of the bench, in a process of its own, so that nothing else is timed with it; answers with how it ended. */
export const play = (script, env, rest) => new Promise((ended) => {
  spawn(process.execPath, ['--import', 'tsx', `server/bench/${script}`, ...rest], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (code) => ended(code ?? 1))
})
/** On a database of its own, where a commit is on the disk when it is answered. */
export const onDatabase = (script) => async (rest) => {
  process.exitCode = await withDatabase((env) => play(script, env, rest), { durable: true })
}
