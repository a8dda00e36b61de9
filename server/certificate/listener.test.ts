import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type Server } from 'node:http'
import { Agent, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCertificate } from '~/server/testing/certificate'
import { makeListener } from './listener'
import { readPair } from './pair'

let folder = ''
let [server, agent]: [Server | null, Agent] = [null, new Agent()]
beforeEach(async () => { folder = await mkdtemp(`${tmpdir()}/certificate-`) })
afterEach(async () => {
  agent.destroy()
  server?.closeAllConnections()
  server?.close()
  await rm(folder, { recursive: true })
})
const served = () => ({ certificateFile: `${folder}/certificate.pem`, keyFile: `${folder}/key.pem`, host: 'localhost' })
function keep({ cert, key }: { cert: string; key: string }): void {
  writeFileSync(served().certificateFile, cert)
  writeFileSync(served().keyFile, key, { mode: 0o600 })
}
/** Answers with whether it is asked by TLS. */
async function listen(everyMs: number): Promise<number> {
  const read = readPair(served())
  if ('problem' in read) throw new Error(read.problem)
  const made = makeListener({}, { served: served(), pair: read.pair }, (asked, response) => response.end(String('encrypted' in asked.socket)), everyMs)
  server = made
  await new Promise<void>((listening) => { made.listen(0, '127.0.0.1', listening) })
  return (made.address() as AddressInfo).port
}
const ask = (port: number, ca: string) => new Promise<string>((told, failed) => {
  get({ host: '127.0.0.1', port, servername: 'localhost', ca, agent }, (answer) => answer.setEncoding('utf8').on('data', told)).on('error', failed)
})
/** By which version they speak, or why they do not. */
const greet = (port: number, ca: string, maxVersion: 'TLSv1.2' | 'TLSv1.3') => new Promise<string | null>((told) => {
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, maxVersion }, () => { told(socket.getProtocol()); socket.destroy() })
  socket.once('error', (fault: NodeJS.ErrnoException) => told(fault.code ?? fault.message))
})

test('1.3 is spoken, and nothing older; who speaks in the clear is cut off', async () => {
  const pair = makeCertificate('localhost')
  keep(pair)
  const port = await listen(60_000)
  expect(await ask(port, pair.cert)).toBe('true')
  expect(await greet(port, pair.cert, 'TLSv1.3')).toBe('TLSv1.3')
  expect(await greet(port, pair.cert, 'TLSv1.2')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
  await expect(new Promise((told, failed) => { request({ host: '127.0.0.1', port }, told).on('error', failed).end() })).rejects.toThrow(/socket hang up|ECONNRESET/)
})
test('renewed, it is shown to whoever comes new, and who is connected stays so; what does not fit is not shown', async () => {
  const [first, second] = [makeCertificate('localhost'), makeCertificate('localhost')]
  keep(first)
  const port = await listen(20)
  const kept = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: first.cert })
  await new Promise((connected) => kept.once('secureConnect', connected))
  // One file is written before the other.
  writeFileSync(served().certificateFile, second.cert)
  await new Promise((later) => { setTimeout(later, 100) })
  expect(await greet(port, first.cert, 'TLSv1.3')).toBe('TLSv1.3')
  keep(second)
  await vi.waitFor(async () => expect(await greet(port, second.cert, 'TLSv1.3')).toBe('TLSv1.3'), { timeout: 5_000 })
  expect(await greet(port, first.cert, 'TLSv1.3')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  const answered = new Promise((told) => kept.setEncoding('utf8').on('data', told))
  kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await answered).toContain('200 OK')
  kept.destroy()
  for (const wrong of [makeCertificate('elsewhere.example'), makeCertificate('localhost', 0), { cert: first.cert, key: second.key }, { cert: 'nonsense', key: second.key }]) {
    keep(wrong)
    await new Promise((later) => { setTimeout(later, 60) })
    expect(await greet(port, second.cert, 'TLSv1.3')).toBe('TLSv1.3')
  }
})
test.each<[string, { cert: string; key: string; mode?: number }, string]>([
  ['for another name', makeCertificate('elsewhere.example'), 'is not for localhost'],
  ['that is over', makeCertificate('localhost', 0), 'was over on'],
  ['with another’s key', { cert: makeCertificate('localhost').cert, key: makeCertificate('localhost').key }, 'is not that of the certificate'],
  ['that is none', { cert: 'nonsense', key: makeCertificate('localhost').key }, 'no certificate can be read'],
  ['with a key that is none', { cert: makeCertificate('localhost').cert, key: 'nonsense' }, 'must hold a private key'],
  ['with a key that others read', { ...makeCertificate('localhost'), mode: 0o644 }, 'others on this machine may read'],
])('a certificate %s is not served, and why is said', (_says, { cert, key, mode = 0o600 }, problem) => {
  writeFileSync(served().certificateFile, cert)
  writeFileSync(served().keyFile, key, { mode })
  const read = readPair(served())
  expect('problem' in read ? read.problem : 'none').toContain(problem)
})
test('one for an address is served where people type that address', () => {
  keep(makeCertificate('10.0.0.7'))
  expect(['10.0.0.7', '10.0.0.8'].map((host) => 'pair' in readPair({ ...served(), host }))).toEqual([true, false])
})
test('one that has not begun is not served', () => {
  keep(makeCertificate('localhost'))
  const read = readPair(served(), new Date(Date.now() - 2 * 86_400_000))
  expect('problem' in read ? read.problem : 'none').toContain('begins only on')
})
