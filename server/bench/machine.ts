/** An engine as the product starts it, and its machine door over connections that stay open. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { ofTests, running } from '../bootstrap/compiled.mjs'

/** What the operator would set for whoever asks this much. */
export const raisedRates = { TENANT_RATE: '1000000', CLIENT_RATE: '1000000' } as const

export async function startEngine(rates: Readonly<Record<string, string>> = raisedRates): Promise<{ stop: () => Promise<void>; pid: number | null }> {
  const { OWNER_DATABASE_URL_FILE: _, DATABASE_URL_FILE: __, ...env } = process.env
  const engine: ChildProcess = spawn(process.execPath, running(ofTests, 'engine'), { env: { ...env, ...rates }, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<void>((ended) => { engine.on('exit', () => ended()) })
  // A bench that fails leaves nothing running.
  process.once('exit', () => engine.kill())
  for (let tries = 0; ; tries++) {
    if (await fetch(`http://127.0.0.1:${env.ENGINE_PORT}/ready`).then(({ ok }) => ok, () => false)) break
    if (tries > 300 || engine.exitCode !== null) throw new Error('the engine did not become ready')
    await setTimeout(100)
  }
  return { pid: engine.pid ?? null, stop: async () => { engine.kill('SIGTERM'); await gone } }
}

const idle: Socket[] = []
/** A connection's next answer: its status, once all of it came. What asks costs as little as it can, for it runs on the processors that it measures. */
function answerOn(socket: Socket): Promise<number> {
  return new Promise((answered, failed) => {
    let come = ''
    const end = (over: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
      over()
    }
    const onError = (error: Error) => end(() => failed(error))
    const onClose = () => end(() => failed(new Error('the machine door hung up')))
    const onData = (part: Buffer) => {
      come += part.toString('latin1')
      const head = come.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(come)?.[1]
      if (length === undefined) return socket.destroy(new Error('the machine door says no length'))
      if (come.length < head + 4 + Number(length)) return
      const [status, stays] = [Number(come.slice(9, 12)), !/\r\nconnection: close\r\n/i.test(come.slice(0, head + 2))]
      end(() => {
        if (stays) idle.push(socket)
        else socket.destroy()
        answered(status)
      })
    }
    socket.on('data', onData).on('error', onError).on('close', onClose)
  })
}
/** As it is sent, with a key of its own. */
export function postText(path: string, secret: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: machine\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
/** Posts once, and answers with the status. */
export function post(path: string, secret: string, body: object): Promise<number> {
  let socket = idle.pop()
  while (socket?.destroyed) socket = idle.pop()
  socket ??= connect({ host: '127.0.0.1', port: Number(process.env.MACHINE_PORT), noDelay: true }).on('error', () => undefined)
  socket.write(postText(path, secret, body))
  return answerOn(socket)
}
export const hangUp = (): void => { for (const socket of idle.splice(0)) socket.destroy() }
