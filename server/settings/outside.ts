/** What an installation may tell the world outside, and by whom. Nothing set is nothing sent. */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { readSecretFile, Secret } from './secret'

type Env = Readonly<Record<string, string | undefined>>
/** Who takes our mail, and from whom it is. */
export type MailSettings = { readonly from: string; readonly server: Secret<string> }

const Address = z.string().max(254).pipe(z.email())

/** From whom mail is, as both processes may know; null: none is sent. */
export function readMailFrom(env: Env): { from: string | null } | { problem: string } {
  const given = env.MAIL_FROM || null
  if (given === null) return { from: null }
  return Address.safeParse(given).success ? { from: given } : { problem: `MAIL_FROM must be an e-mail address, such as bailiwick@example.org, not ${JSON.stringify(given.slice(0, 80))}.` }
}

export function readMail(env: Env): { mail: MailSettings | null } | { problem: string } {
  const read = readMailFrom(env)
  if ('problem' in read) return read
  if (!read.from && !env.SMTP_URL_FILE) return { mail: null }
  if (!read.from) return { problem: 'SMTP_URL_FILE is set and MAIL_FROM is not: set it to the address that mail comes from.' }
  if (!env.SMTP_URL_FILE) return { problem: 'MAIL_FROM is set and SMTP_URL_FILE is not: set it to the path of the file that holds the address of your mail server.' }
  const found = readSecretFile('SMTP_URL_FILE', env.SMTP_URL_FILE)
  if ('problem' in found) return found
  return isMailServer(found.text) ? { mail: { from: read.from, server: new Secret(found.text) } } : { problem: 'SMTP_URL_FILE must hold an address like smtps://user:password@mail.example.org:465 or smtp://mail.example.org:587, and nothing behind it.' }
}

// What stands behind a question mark would be options of the library, such as one that accepts any certificate.
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === '' && !/[?#]$/.test(text)
}

/** Who keeps checkpoints of the log outside of the database: a directory, an address, both or none. */
export type WitnessSettings = { readonly directory: string | null; readonly address: string | null }
export function witness(env: Env): { witness: WitnessSettings } | { problem: string } {
  const [directory, address] = [env.WITNESS_DIRECTORY || null, env.WITNESS_ADDRESS || null]
  if (directory !== null && !isDirectory(directory)) return { problem: `WITNESS_DIRECTORY must be the path of a directory that is there, from the root on, not ${JSON.stringify(directory.slice(0, 80))}.` }
  const isAddress = address === null || (address.length <= 2_048 && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
  return isAddress ? { witness: { directory, address } } : { problem: `WITNESS_ADDRESS must be an address like https://witness.example.org/checkpoints, not ${JSON.stringify(address.slice(0, 80))}.` }
}
const isDirectory = (path: string) => isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
/** The settings were checked when the process began. */
export function readWitness(env: Env): WitnessSettings {
  const read = witness(env)
  if ('problem' in read) throw new Error(read.problem)
  return read.witness
}

/** Where months of the record go that are past retention; null: they stand. */
export function monthsDirectory(env: Env): { monthsDirectory: string | null } | { problem: string } {
  const directory = env.MONTHS_DIRECTORY || null
  return directory === null || isDirectory(directory) ? { monthsDirectory: directory } : { problem: `MONTHS_DIRECTORY must be the path of a directory that is there, from the root on, not ${JSON.stringify(directory.slice(0, 80))}.` }
}
/** The settings were checked when the process began. */
export function readMonthsDirectory(env: Env): string | null {
  const read = monthsDirectory(env)
  if ('problem' in read) throw new Error(read.problem)
  return read.monthsDirectory
}

/** Receivers of webhooks that an operator said are their own, as host:port: they may be on this network and in the clear. Everything else is on the internet, by https. */
export function inside(env: Env): { inside: readonly string[] } | { problem: string } {
  const listed = (env.WEBHOOK_INSIDE ?? '').split(',').map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '')
  const wrong = listed.find((entry) => !/^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]):[1-9][0-9]{0,4}$/.test(entry))
  return wrong === undefined && listed.length <= 50 ? { inside: listed } : { problem: `WEBHOOK_INSIDE must list up to 50 receivers as host:port, such as hooks.internal:8080, not ${JSON.stringify((wrong ?? 'so many').slice(0, 80))}.` }
}
/** The settings were checked when the process began. */
export function readInside(env: Env): readonly string[] {
  const read = inside(env)
  if ('problem' in read) throw new Error(read.problem)
  return read.inside
}
