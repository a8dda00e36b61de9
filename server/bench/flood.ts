/**
 * One tenant that asks far more than it may, over connections that stay open, without waiting for answers: a process of its own, because who floods does not slow down to
 * measure. `rate` a second for `seconds`; answers are counted by their status.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { postText } from './machine'

export type Flood = { path: string; secrets: string[]; rate: number; seconds: number; /** What is asked, but for its name. */ wish: object }
const { path, secrets, rate, seconds, wish } = JSON.parse(process.argv[2] ?? '') as Flood
const [connections, stepMs] = [48, 10]
/** Whoever is not answered any more is not asked any more: what waits on a connection would only be the sender's own memory. */
const waitingMost = 64
const first = 'HTTP/1.1 '
const told = new Map<string, number>()
let waiting = 0

let named = 0
const ask = (secret: string): string => postText(path, secret, { ...wish, name: `flood-${process.pid}-${named++}` })
type Line = { socket: Socket; waits: number }
let isOver = false
/** Whoever is hung up on calls again: what they had sent was not answered. */
function open(line: Line): void {
  const socket = connect(Number(process.env.MACHINE_PORT), '127.0.0.1').setNoDelay()
  line.socket = socket
  let rest = ''
  socket.on('error', () => undefined).on('close', () => {
    waiting -= line.waits
    line.waits = 0
    if (!isOver) open(line)
  })
  socket.setEncoding('latin1').on('data', (text) => {
    rest += String(text)
    for (let from = rest.indexOf(first); from >= 0 && rest.length >= from + first.length + 3; from = rest.indexOf(first)) {
      const status = rest.slice(from + first.length, from + first.length + 3)
      told.set(status, (told.get(status) ?? 0) + 1)
      line.waits--
      waiting--
      rest = rest.slice(from + first.length + 3)
    }
    // A first line may come in two parts.
    rest = rest.slice(-first.length - 3)
  })
}
const lines = Array.from({ length: connections }, () => {
  const line = { socket: null as unknown as Socket, waits: 0 }
  open(line)
  return line
})
const began = performance.now()
let sent = 0
while (performance.now() - began < seconds * 1000) {
  const due = Math.floor(((performance.now() - began) / 1000) * rate)
  for (; sent < due; sent++) {
    const line = lines[sent % connections]
    if (!line || line.waits >= waitingMost) continue
    line.waits++
    waiting++
    line.socket.write(ask(secrets[sent % secrets.length] ?? ''))
  }
  await setTimeout(stepMs)
}
isOver = true
for (let tries = 0; waiting > 0 && tries < 500; tries++) await setTimeout(stepMs)
for (const { socket } of lines) socket.destroy()
console.log(JSON.stringify({ asked: sent, told: Object.fromEntries(told) }))
