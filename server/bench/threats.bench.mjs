import { withDatabase } from '../bootstrap/throw-away.mjs'
import { compileScripts, start } from './on-database.mjs'

/** `SOAK_SECONDS` says how long the soak is: a minute, unless told otherwise. */
export async function bench() {
  process.exitCode = await withDatabase(async (env) => {
    await compileScripts(['threats'])
    return new Promise((ended) => {
      const child = start('threats', { ...env, SOAK_SECONDS: process.env.SOAK_SECONDS ?? '60' }, [], ['ignore', 'pipe', 'inherit'])
      // Faults are provoked here by the thousand: what is measured is told, the log is not.
      let rest = ''
      child.stdout.on('data', (part) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (!line.startsWith('{')) console.log(line)
      })
      child.on('close', (code) => ended(code ?? 1))
    })
  })
}
