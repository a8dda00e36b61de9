import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

test('an engine and its database killed while they admit lose nothing that was acknowledged and do nothing twice', { timeout: 240_000 }, async () => {
  // A database of its own, with its own roles: what the tests were given must not lead it to theirs.
  const env = { ...process.env, PORT: '4860' }
  for (const name of Object.keys(env)) if (name.endsWith('_FILE') || name.startsWith('BAILIWICK_')) delete env[name as keyof typeof env]
  const bench = spawn(process.execPath, ['server/bench/bench.mjs', 'kills', '--engine', '3', '--database', '1'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [bench.stdout, bench.stderr]) stream.on('data', (part: Buffer) => { said += part })
  const code = await new Promise((ended) => bench.on('close', ended))
  expect([code, /held {3}engine killed 3 times and the database 1 while admitting: \d{3,} acknowledged/.test(said) || said]).toEqual([0, true])
})
