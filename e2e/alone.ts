/** A web process of a story's own, beside the product's, over the same database: it can be stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { ofTests, running } from '~/server/bootstrap/compiled.mjs'

export const freePort = () => new Promise<number>((found) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => found(port))
  })
})

export type Alone = { address: string; port: number; metrics: string; stop: () => Promise<number> }
/** `stop` answers with the seconds that it took. */
export async function startAlone(more: Record<string, string> = {}, port?: number): Promise<Alone> {
  const [own, metricsPort] = [port ?? (await freePort()), await freePort()]
  const address = `http://localhost:${own}`
  const { OWNER_DATABASE_URL_FILE, MASTER_KEY_FILE, ENGINE_DATABASE_URL_FILE, ...env } = process.env
  const set = { PUBLIC_URL: address, PORT: String(own), METRICS_PORT: String(metricsPort), NODE_ENV: 'production' as const, ...more }
  const web: ChildProcess = spawn(process.execPath, running(ofTests, 'web'), { cwd: fileURLToPath(new URL('..', import.meta.url)), env: { ...env, ...set }, stdio: ['ignore', 'ignore', 'inherit'] })
  // A story that failed did not come to stop it.
  process.once('exit', () => web.kill('SIGKILL'))
  await expect.poll(() => fetch(`http://127.0.0.1:${metricsPort}/health`).then(({ ok }) => ok, () => false), { timeout: 120_000 }).toBe(true)
  return {
    address, port: own, metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    stop: async () => {
      const since = performance.now()
      const gone = new Promise((done) => web.once('exit', done))
      if (web.exitCode === null && web.kill('SIGTERM')) await gone
      return (performance.now() - since) / 1000
    },
  }
}
