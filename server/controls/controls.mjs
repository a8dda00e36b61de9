/** `npm run controls`: tries every promise, on the product's database where the engine's settings are there, else on a new one that is gone afterwards. */
import { spawn } from 'node:child_process'
import { root } from '../bootstrap/place.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

const tries = (env) => new Promise((ended) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/controls/main.ts', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' })
  child.on('close', (code) => ended(code ?? 1))
})
process.exitCode = process.env.ENGINE_DATABASE_URL_FILE ? await tries(process.env) : await withDatabase((env) => tries({ ...env, CONTROLS_ON_A_NEW_DATABASE: '1' }))
