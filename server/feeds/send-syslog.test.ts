import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { makeCertificate } from '~/server/testing/certificate'
import { readFrames } from '~/server/testing/read-frames'
import { decideAddress } from './decide-address'
import { frameSyslog } from './frame-syslog'
import { sendSyslog } from './send-syslog'

const servers: Server[] = []
const open = new Set<Socket>()
afterEach(() => {
  for (const socket of open) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})
async function listening(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket) => { open.add(socket) })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** Takes all of it, as a receiver does. */
const taking = (received: Buffer[]) => (socket: Socket) => { socket.on('data', (part) => { received.push(part) }).on('error', () => undefined) }
const send = (scheme: 'tls' | 'tcp', at: string, how: Parameters<typeof sendSyslog>[2] = {}, lines = some(3)) => {
  const target = decideAddress('syslog', `${scheme}://${at}`, [at])
  if (!target.ok) throw new Error(target.refusal)
  return sendSyslog(target, frameSyslog(lines, 'console.example.org'), { waitMs: 3_000, ...how })
}
const some = (many: number, text = '{"is":"é 😀"}') => Array.from({ length: many }, (_, nth) => ({ text: text.replace('is', `nr${nth}`), at: new Date('2026-11-20T10:00:00.123Z'), what: 'quotas.change', outcome: 'done' }))

test('a receiver in the clear has each line by itself, and it was taken when it has read to the end', async () => {
  const received: Buffer[] = []
  const at = await listening(createServer(taking(received)))
  expect(await send('tcp', at)).toBeNull()
  const lines = readFrames(Buffer.concat(received))
  expect(lines.map(({ header }) => header)).toEqual(Array(3).fill('<110>1 2026-11-20T10:00:00.123Z console.example.org bailiwick - quotas.change -'))
  expect(lines.map(({ message }) => JSON.parse(message))).toEqual([{ nr0: 'é 😀' }, { nr1: 'é 😀' }, { nr2: 'é 😀' }])
})
test('by TLS to whom its certificate names, whole however much it is', async () => {
  const { key, cert } = makeCertificate('127.0.0.1')
  const received: Buffer[] = []
  const at = await listening(createTlsServer({ key, cert }, taking(received)))
  expect(await send('tls', at, { ca: cert }, some(200, `{"is":"${'x'.repeat(5_000)}"}`))).toBeNull()
  expect(readFrames(Buffer.concat(received))).toHaveLength(200)
})
test.each([['that nobody vouches for', '127.0.0.1', false], ['of somebody else', 'siem.example.org', true]])('nothing is said to a receiver with a certificate %s', async (_, name, isKnown) => {
  const { key, cert } = makeCertificate(name)
  const received: Buffer[] = []
  const at = await listening(createTlsServer({ key, cert }, taking(received)))
  expect(await send('tls', at, isKnown ? { ca: cert } : {})).toBe('not_trusted')
  expect(received).toEqual([])
})
test('one that hangs up in the middle has not taken it, nor has one that does not read to the end', async () => {
  const rude = await listening(createServer((socket) => { socket.once('data', () => socket.resetAndDestroy()) }))
  expect(await send('tcp', rude, {}, some(200, `{"is":"${'x'.repeat(5_000)}"}`))).toBe('no_connection')
  const slow = await listening(createServer((socket) => { socket.pause() }))
  expect(await send('tcp', slow, { waitMs: 500 })).toBe('timed_out')
})
test('one that answers is no receiver of syslog, and has taken nothing', async () => {
  const at = await listening(createServer((socket) => { socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')) }))
  expect(await send('tcp', at)).toBe('not_taken')
})
test('where nobody listens, nothing is taken', async () => {
  const server = createServer()
  const at = await listening(server)
  await new Promise((done) => server.close(done))
  expect(await send('tcp', at)).toBe('no_connection')
})
test('what stands in a record begins no line of its own', async () => {
  const received: Buffer[] = []
  const at = await listening(createServer(taking(received)))
  const bad = ['\r\n<13>1 - - - - - - forged', '5 <13>', '\u2028', '\u001b[31m', '\u202e', '\u0000', ']', '" \\', '\ud800']
  const lines = bad.map((value) => ({ text: JSON.stringify({ value }), at: new Date(), what: `${value}.${value}`, outcome: 'denied' }))
  expect(await send('tcp', at, {}, lines)).toBeNull()
  const read = readFrames(Buffer.concat(received))
  expect(read.map(({ message }) => JSON.parse(message).value)).toEqual(bad)
  for (const { header } of read) expect(header).toMatch(/^<108>1 [0-9TZ:.-]{24} console\.example\.org bailiwick - [\x21-\x7e]{1,32} -$/)
})
