/** An engine as the product starts it, and its machine door over connections that stay open. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { root } from '../bootstrap/place.mjs'

/** What the operator would set for whoever asks this much. */
export const raisedRates = { TENANT_RATE: '1000000', CLIENT_RATE: '1000000' } as const

export async function startEngine(rates: Readonly<Record<string, string>> = raisedRates): Promise<{ stop: () => Promise<void> }> {
  const { OWNER_DATABASE_URL_FILE: _, DATABASE_URL_FILE: __, ...env } = process.env
  const engine: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/engine.ts'], { cwd: root, env: { ...env, ...rates }, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<void>((ended) => { engine.on('exit', () => ended()) })
  // A bench that fails leaves nothing running.
  process.once('exit', () => engine.kill())
  for (let tries = 0; ; tries++) {
    if (await fetch(`http://127.0.0.1:${env.ENGINE_PORT}/ready`).then(({ ok }) => ok, () => false)) break
    if (tries > 300 || engine.exitCode !== null) throw new Error('the engine did not become ready')
    await setTimeout(100)
  }
  return { stop: async () => { engine.kill('SIGTERM'); await gone } }
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })
/** Posts once, with a key of its own, and answers with the status. */
export function post(path: string, secret: string, body: object): Promise<number> {
  const text = JSON.stringify(body)
  return new Promise((answered, failed) => {
    const asking = request({ agent, host: '127.0.0.1', port: Number(process.env.MACHINE_PORT), method: 'POST', path, headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'idempotency-key': randomUUID() } }, (response) => {
      response.resume().on('end', () => answered(response.statusCode ?? 0))
    })
    asking.on('error', failed).end(text)
  })
}
export const hangUp = (): void => agent.destroy()
