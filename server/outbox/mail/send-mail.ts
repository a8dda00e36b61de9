import { createTransport } from 'nodemailer'
import { isLoopback } from '~/server/settings/addresses'
import { type MailSettings, readMail } from '~/server/settings/outside'
import type { Mail } from './compose-mail'

// Each step of the talk waits so long at most, and all of them together less than a claim lasts.
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000, dnsTimeout: 10_000 }

/** The settings were checked when the process began. */
export function mailSettings(): MailSettings | null {
  const read = readMail(process.env)
  if ('problem' in read) throw new Error(read.problem)
  return read.mail
}

/** Hands a mail to the server. `id` is the message's own, the same however often it is tried: a mail system that has it does not show it twice. */
export async function sendMail({ from, server }: MailSettings, { id, to }: { readonly id: string; readonly to: string }, mail: Mail): Promise<void> {
  const url = new URL(server.reveal())
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    ...waits, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || (secure ? 465 : 587)), secure, disableFileAccess: true, disableUrlAccess: true,
    // In the clear nothing goes to another machine.
    requireTLS: !secure && !isLoopback(url.hostname),
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
  })
  try {
    await transport.sendMail({
      from: { name: 'Bailiwick', address: from }, to: { name: '', address: to }, messageId: `<${id}@${from.split('@').at(-1)}>`, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }, ...mail,
    })
  } finally {
    transport.close()
  }
}
