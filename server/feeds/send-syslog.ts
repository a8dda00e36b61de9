/**
 * One connection a batch. TCP says of no message that it was taken. So we say that we are done, and wait until the other side has read to the end and closed, too: whoever fell over with something unread
 * resets the connection, and the batch is given again. What it does with what it has read, it does not say.
 */
import { connect as connectInTheClear, isIP, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { bareHost, type Target } from '~/server/outbox/webhook/decide-target'
import { findAddress, type Resolve, resolveByTheSystem } from '~/server/outbox/webhook/find-address'
import type { Failure } from './feed'

type HowSyslog = { readonly resolve?: Resolve | undefined; readonly waitMs?: number | undefined; readonly ca?: string | undefined }
const syslogMs = 10_000
/** What is wrong with a certificate has many names. */
const isOfCertificate = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && /CERT|ALTNAME|SIGNED|VERIFY/.test(String(thrown.code))

export async function sendSyslog(target: Extract<Target, { ok: true }>, frames: Buffer, { resolve = resolveByTheSystem, waitMs = syslogMs, ca }: HowSyslog = {}): Promise<Failure | null> {
  const signal = AbortSignal.timeout(waitMs)
  const found = await findAddress(target, resolve, signal)
  if ('failed' in found) return found.failed
  const { url } = target
  const isTls = url.protocol === 'https:'
  const at = { host: found.address, port: Number(url.port || (isTls ? 443 : 80)) }
  // The certificate is that of the name, wherever it was found.
  const socket: Socket = isTls ? connectByTls({ ...at, ...(isIP(bareHost(url)) ? {} : { servername: url.hostname }), ...(ca === undefined ? {} : { ca }) }) : connectInTheClear(at)
  return new Promise((done) => {
    let [isRead, why]: [boolean, Failure] = [false, 'no_connection']
    signal.addEventListener('abort', () => {
      why = 'timed_out'
      socket.destroy()
    }, { once: true })
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.end(frames))
    // A receiver of syslog says nothing. Whoever answers is something else, such as a web server that turns us away.
    socket.on('data', () => {
      why = 'not_taken'
      socket.destroy()
    })
    socket.on('end', () => { isRead = socket.writableFinished })
    socket.on('error', (thrown) => {
      isRead = false
      if (isOfCertificate(thrown)) why = 'not_trusted'
    })
    socket.on('close', () => done(isRead ? null : why))
  })
}
