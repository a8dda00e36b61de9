/** Where this is no demo, nothing of it is answered; and where it would be dangerous, no process starts. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { verify } from 'otplib'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { closeDatabase } from '~/server/database/client'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import { demoPeople } from './demo'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
afterEach(() => { vi.unstubAllEnvs() })

test('the code that is shown is one that the engine takes, and the one after it is another', async () => {
  vi.stubEnv('DEMO', '1')
  const door = await doorFor(world.admin)
  const first = await door.demo.code({ used: '0' })
  if (first.code === null) throw new Error('there is always a first code')
  expect(await verify({ secret: credentials.totpSecret, token: first.code, epochTolerance: 30 })).toMatchObject({ valid: true })
  const second = await door.demo.code({ used: first.step })
  expect(second).not.toMatchObject({ code: first.code })
})
test('the passkey of the demo’s people is for them, and not for whoever came since', async () => {
  vi.stubEnv('DEMO', '1')
  expect(await (await doorFor(world.admin)).demo.passkey({})).toBeNull()
})
test.each(['0', '', undefined])('with DEMO=%j there is no code, no passkey, no list of people and no password', async (demo) => {
  vi.stubEnv('DEMO', demo)
  const door = await doorFor(world.admin)
  await expect(door.demo.code({ used: '0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(door.demo.passkey({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(demoPeople()).toBeNull()
})

const root = fileURLToPath(new URL('../..', import.meta.url))
test.each([['server/web.ts', { PUBLIC_URL: 'https://bailiwick.example.org', TRUSTED_PROXIES: '10.0.0.7' }], ['server/web.ts', { HOST: '0.0.0.0' }], ['server/engine.ts', { PUBLIC_URL: 'https://bailiwick.example.org' }]])(
  '%s with the demo and %j does not start', async (file, given) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root, env: { ...process.env, DEMO: '1', ...given }, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (part) => { said += part })
    const code = await new Promise((ended) => child.once('exit', ended))
    expect([code, said]).toEqual([1, expect.stringContaining('DEMO=1 lets anybody in with a published password')])
  },
)
