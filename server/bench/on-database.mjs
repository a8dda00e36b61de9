import { spawn } from 'node:child_process'
import { compiling, ofTests, running } from '../bootstrap/compiled.mjs'
import { bin, root } from '../bootstrap/place.mjs'
import { command } from '../bootstrap/progress.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

/** Compiled, as what it measures is. */
export const compileScripts = (names) => command('Compiling', bin('esbuild'), compiling(names.map((name) => `server/bench/${name}.ts`), ofTests), { cwd: root })
export const start = (name, env, rest, stdio = ['ignore', 'inherit', 'inherit']) => spawn(process.execPath, [...running(ofTests, name), ...rest], { cwd: root, env, stdio })
/** A script of the bench, in a process of its own, so that nothing else is timed with it; answers with how it ended. `others` are what it starts. */
export async function play(name, env, rest, others = []) {
  await compileScripts([name, ...others])
  return new Promise((ended) => { start(name, env, rest).on('close', (code) => ended(code ?? 1)) })
}
/** On a database of its own, that has been used, where a commit is on the disk when it is answered. */
export const onDatabase = (name, others) => async (rest) => {
  process.exitCode = await withDatabase((env) => play(name, env, rest, others), { durable: true, used: true })
}
