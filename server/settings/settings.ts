/**
 * What a process is told from outside. Everything is read once, at the start; every problem is reported at once, one sentence each with its remedy.
 * A secret is never a variable: the environment of a process is inherited, printed by crash reporters and listed by tools. It is the path of a file.
 */
import type { BlockList } from 'node:net'
import { z } from 'zod'
import { parameterProblem } from './address-parameters.mjs'
import { isLoopback, plainAddress, readProxies } from './addresses'
import type { Tls } from '~/server/certificate/pair'
import { readLogKey } from '~/server/keys/log-key'
import { publicHalf } from '~/server/keys/signing'
import { inside, type MailSettings, monthsDirectory, readMail, readMailFrom, witness, type WitnessSettings } from './outside'
import { type ProviderSettings, readClientSecret, readProviders } from './providers'
import { readSecretFile, Secret } from './secret'
import { tls } from './tls'

type Env = Readonly<Record<string, string | undefined>>

/** `tls` is null where it is spoken in the clear. */
type Shared = { publicUrl: string; demo: boolean; tls: Tls | null; sessionVerifyKey: Secret<Buffer>; logVerifyKey: Secret<Buffer>; engineKey: Secret<Buffer>; providers: readonly ProviderSettings[] }
type WebSettings = Shared & {
  host: string
  port: number
  metricsPort: number
  trustedProxies: BlockList
  databaseUrl: Secret<string>
  auditorDatabaseUrl: Secret<string>
  sessionSecret: Secret<Buffer>
  rates: RateSettings
  engineUrl: string
  dev: boolean
  /** From whom mail is; null: none is sent. */
  mailFrom: string | null
}
/** Requests a second: of a tenant; of a token, or what a session asks to be decided; of whatever a browser asks in a session; and of an address that shows none. */
export type RateSettings = { tenant: number; client: number; page: number; stranger: number }
type EngineSettings = Shared & {
  mail: MailSettings | null
  inside: readonly string[]
  witness: WitnessSettings
  monthsDirectory: string | null
  rates: RateSettings
  port: number; machineHost: string; machinePort: number; trustedProxies: BlockList
  databaseUrl: Secret<string>; readerDatabaseUrl: Secret<string>; masterKey: Secret<Buffer>; sessionSignKey: Secret<Buffer>; logSignKey: Secret<Buffer>
}

export class SettingsRefused extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsRefused'
  }
}

const secretNames = [
  'MASTER_KEY', 'EARLIER_MASTER_KEY', 'TLS_KEY', 'SESSION_SECRET', 'SESSION_SIGN_KEY', 'SESSION_VERIFY_KEY', 'LOG_SIGN_KEY', 'EARLIER_LOG_SIGN_KEY', 'LOG_VERIFY_KEY', 'ENGINE_KEY',
  'OWNER_DATABASE_URL', 'WEB_DATABASE_URL', 'AUDITOR_DATABASE_URL', 'ENGINE_DATABASE_URL',
] as const

const Port = z.string().regex(/^\d{1,5}$/).transform(Number).pipe(z.int().min(1).max(65_535))
const PerSecond = z.string().regex(/^\d{1,7}$/).transform(Number).pipe(z.int().min(1).max(1_000_000))
const Flag = z.enum(['0', '1'])
const Host = z.string().max(64).refine((host) => host === 'localhost' || plainAddress(host) !== null)
const Origin = z.string().max(256).refine((text) => {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}).transform((text) => text.replace(/\/$/, ''))
const Key = z.string().regex(/^[A-Za-z0-9_-]+$/).transform((text) => Buffer.from(text, 'base64url'))

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
const hostOf = (url: string) => new URL(url).hostname

/** Collects problems, so that whoever sets this up hears of all of them at the first try. */
class Reading {
  readonly problems: string[] = []
  constructor(readonly env: Env) {}

  refuseIf(unsafe: boolean, sentence: string): void {
    if (unsafe) this.problems.push(sentence)
  }

  value<T>(name: string, schema: z.ZodType<T>, must: string, fallback?: string): T | undefined {
    const given = this.env[name] || fallback
    const read = schema.safeParse(given)
    if (read.success) return read.data
    this.problems.push(given === undefined ? `${name} is not set: it must be ${must}.` : `${name} must be ${must}, not ${JSON.stringify(given.slice(0, 80))}.`)
    return undefined
  }

  key(name: string, exactly = false): Secret<Buffer> | undefined {
    const found = readSecretFile(name, this.env[name])
    if ('problem' in found) return void this.problems.push(found.problem)
    const read = Key.safeParse(found.text)
    const bytes = read.data?.length ?? 0
    if (read.success && (exactly ? bytes === 32 : bytes >= 32)) return new Secret(read.data)
    this.problems.push(`${name} must hold ${exactly ? 'exactly' : 'at least'} 32 random bytes as base64url text: openssl rand 32 | basenc --base64url | tr -d '=\\n'`)
    return undefined
  }

  databaseUrl(name: string): Secret<string> | undefined {
    const found = readSecretFile(name, this.env[name])
    if ('problem' in found) return void this.problems.push(found.problem)
    const url = parseUrl(found.text)
    if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || !url.username) {
      return void this.problems.push(`${name} must hold an address like postgresql://role:password@host:5432/database.`)
    }
    const strange = parameterProblem(name, url)
    if (strange) return void this.problems.push(strange)
    if (!isLoopback(url.hostname) && url.searchParams.get('sslmode') !== 'verify-full') {
      return void this.problems.push(`${name} leads to another machine without a verified connection: add ?sslmode=verify-full to the address.`)
    }
    return new Secret(found.text)
  }

  providers(): readonly ProviderSettings[] | undefined {
    const read = readProviders(this.env.PROVIDERS_FILE)
    if ('providers' in read) return read.providers
    this.problems.push(...read.problems)
    return undefined
  }

  /** Whose word about the source counts, and whether there is anybody. */
  proxies(): { proxies: BlockList; any: boolean } {
    const listed = z.string().max(4096).safeParse(this.env.TRUSTED_PROXIES ?? '')
    const { proxies, wrong } = readProxies(listed.data ?? '')
    this.refuseIf(!listed.success, 'TRUSTED_PROXIES is too long: name networks instead of addresses.')
    for (const entry of wrong) {
      this.problems.push(`TRUSTED_PROXIES must list addresses or networks no wider than /8, such as 10.0.3.0/24, not ${JSON.stringify(entry.slice(0, 80))}.`)
    }
    return { proxies, any: listed.success && (this.env.TRUSTED_PROXIES ?? '').trim() !== '' }
  }

  /** The value, or undefined after saying what is wrong with it. */
  taken<K extends string, T>(name: K, read: { readonly [N in K]: T } | { problem: string }): T | undefined {
    if ('problem' in read) return void this.problems.push(read.problem)
    return read[name]
  }

  clientSecrets(providers: readonly ProviderSettings[]): void {
    for (const provider of providers) {
      const found = readClientSecret(provider)
      if ('problem' in found) this.problems.push(found.problem)
    }
  }

  /** Of a key that is lost there is its public half, as it was kept here or as it was told. */
  lostLogKey(now: Secret<Buffer> | undefined): void {
    if (!this.env.LOST_LOG_KEY_FILE) return
    const found = readSecretFile('LOST_LOG_KEY_FILE', this.env.LOST_LOG_KEY_FILE)
    const lost = 'text' in found ? readLogKey(found.text) : null
    if ('problem' in found) this.problems.push(found.problem)
    else if (!lost) this.problems.push('LOST_LOG_KEY_FILE must hold the public half of the log’s key that is lost: what its LOG_VERIFY_KEY_FILE held, or the key as every export names it in its first line.')
    else this.refuseIf(Boolean(now && publicHalf(now.reveal()).equals(lost.publicKey)), 'LOST_LOG_KEY_FILE is the public half of LOG_SIGN_KEY_FILE: that key is not lost.')
  }

  /** Two doors with one key are one door. */
  keysDiffer(keys: Record<string, Secret<Buffer> | undefined>): void {
    const known = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, key.reveal()] as const] : []))
    known.forEach(([name, key], at) => {
      const twin = known.slice(0, at).find(([, other]) => other.equals(key))
      this.refuseIf(twin !== undefined, `${twin?.[0]} and ${name} hold the same key: make a new one for one of them.`)
    })
  }

  done<T extends object>(settings: { [K in keyof T]: T[K] | undefined }): T {
    if (this.problems.length > 0) throw new SettingsRefused(this.problems)
    return settings as T
  }
}

function readShared(read: Reading) {
  for (const name of secretNames) {
    read.refuseIf(Boolean(read.env[name]), `${name} must not be a variable: put the value in a file only this user may read, and set ${name}_FILE to its path.`)
  }
  read.refuseIf(Boolean(read.env.NEXTAUTH_SECRET || read.env.AUTH_SECRET), 'NEXTAUTH_SECRET and AUTH_SECRET are not used: remove them and set SESSION_SECRET_FILE.')
  read.refuseIf(
    Boolean(read.env.DATABASE_URL || read.env.DATABASE_URL_FILE || read.env.OWNER_DATABASE_URL_FILE),
    'The address of the database owner is for migrations only: start this process without DATABASE_URL, DATABASE_URL_FILE and OWNER_DATABASE_URL_FILE.',
  )
  read.refuseIf(
    read.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate: remove it, and name your authority in NODE_EXTRA_CA_CERTS.',
  )
  const publicUrl = originIn(read)
  const publicIsLocal = publicUrl === undefined || isLoopback(hostOf(publicUrl))
  read.refuseIf(
    !publicIsLocal && !publicUrl.startsWith('https:'),
    'PUBLIC_URL is http for an address that is not this machine: use https, with TLS_CERTIFICATE_FILE and TLS_KEY_FILE or a proxy in front that ends TLS.',
  )
  const demo = read.value('DEMO', Flag, '0 or 1', publicIsLocal ? '1' : '0') === '1'
  read.refuseIf(demo && !publicIsLocal, 'DEMO=1 lets anybody in with a published password: with this PUBLIC_URL set DEMO=0.')
  return { publicUrl, demo, tls: read.taken('tls', tls(read.env, publicUrl)), providers: read.providers(), sessionVerifyKey: read.key('SESSION_VERIFY_KEY_FILE', true), logVerifyKey: read.key('LOG_VERIFY_KEY_FILE', true), engineKey: read.key('ENGINE_KEY_FILE') }
}

export function readWebSettings(env: Env): WebSettings {
  const read = new Reading(env)
  const shared = readShared(read)
  read.clientSecrets(shared.providers ?? [])
  const host = read.value('HOST', Host, 'an address of this machine, such as 127.0.0.1', '127.0.0.1')
  const port = read.value('PORT', Port, 'a port between 1 and 65535', '4700')
  const metricsPort = read.value('METRICS_PORT', Port, 'a port between 1 and 65535')
  read.refuseIf(port !== undefined && port === metricsPort, 'METRICS_PORT equals PORT: metrics have a listener of their own, on loopback.')

  const { proxies, any: proxied } = read.proxies()
  const https = shared.publicUrl?.startsWith('https:') ?? false
  const open = host !== undefined && !isLoopback(host)
  read.refuseIf(https && !proxied && shared.tls === null, 'PUBLIC_URL is https and nothing here ends TLS: set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or name the proxy that does in TRUSTED_PROXIES (127.0.0.1 if it runs on this machine).')
  read.refuseIf(open && !https, 'HOST opens the port to the network in the clear: set PUBLIC_URL to https and end TLS here or at a proxy, or leave HOST at 127.0.0.1.')
  read.refuseIf(open && shared.demo, 'DEMO=1 lets anybody in with a published password: with this HOST set DEMO=0.')

  const engineUrl = read.value('ENGINE_URL', Origin.refine((url) => /^http:/.test(url) && isLoopback(hostOf(url))), 'an http address on this machine, such as http://127.0.0.1:4701')
  const sessionSecret = read.key('SESSION_SECRET_FILE')
  read.keysDiffer({ SESSION_SECRET_FILE: sessionSecret, SESSION_VERIFY_KEY_FILE: shared.sessionVerifyKey, LOG_VERIFY_KEY_FILE: shared.logVerifyKey, ENGINE_KEY_FILE: shared.engineKey })
  return read.done<WebSettings>({
    ...shared, rates: ratesIn(read), host, port, metricsPort, trustedProxies: proxies, engineUrl, sessionSecret,
    databaseUrl: read.databaseUrl('WEB_DATABASE_URL_FILE'), auditorDatabaseUrl: read.databaseUrl('AUDITOR_DATABASE_URL_FILE'),
    dev: env.NODE_ENV === 'development', mailFrom: read.taken('from', readMailFrom(env)),
  })
}

export function readEngineSettings(env: Env): EngineSettings {
  const read = new Reading(env)
  const shared = readShared(read)
  const masterKey = read.key('MASTER_KEY_FILE', true)
  const earlierMasterKey = read.env.EARLIER_MASTER_KEY_FILE ? read.key('EARLIER_MASTER_KEY_FILE', true) : undefined
  const sessionSignKey = read.key('SESSION_SIGN_KEY_FILE', true)
  const logSignKey = read.key('LOG_SIGN_KEY_FILE', true)
  const earlierLogSignKey = read.env.EARLIER_LOG_SIGN_KEY_FILE ? read.key('EARLIER_LOG_SIGN_KEY_FILE', true) : undefined
  read.lostLogKey(logSignKey)
  read.refuseIf(Boolean(read.env.LOST_LOG_KEY_FILE && earlierLogSignKey), 'EARLIER_LOG_SIGN_KEY_FILE and LOST_LOG_KEY_FILE are both set: a key that is there lets the next one go on, and is not lost.')
  read.keysDiffer({
    MASTER_KEY_FILE: masterKey, EARLIER_MASTER_KEY_FILE: earlierMasterKey, SESSION_SIGN_KEY_FILE: sessionSignKey, SESSION_VERIFY_KEY_FILE: shared.sessionVerifyKey, LOG_SIGN_KEY_FILE: logSignKey, EARLIER_LOG_SIGN_KEY_FILE: earlierLogSignKey,
    LOG_VERIFY_KEY_FILE: shared.logVerifyKey, ENGINE_KEY_FILE: shared.engineKey,
  })
  const isPair = !sessionSignKey || !shared.sessionVerifyKey || publicHalf(sessionSignKey.reveal()).equals(shared.sessionVerifyKey.reveal())
  read.refuseIf(!isPair, 'SESSION_VERIFY_KEY_FILE is not the public half of SESSION_SIGN_KEY_FILE: nobody could stay signed in. Take both from one pair.')
  const isLogPair = !logSignKey || !shared.logVerifyKey || publicHalf(logSignKey.reveal()).equals(shared.logVerifyKey.reveal())
  read.refuseIf(!isLogPair, 'LOG_VERIFY_KEY_FILE is not the public half of LOG_SIGN_KEY_FILE: no checkpoint could be checked. Take both from one pair.')
  const port = read.value('ENGINE_PORT', Port, 'a port between 1 and 65535')
  const machinePort = read.value('MACHINE_PORT', Port, 'a port between 1 and 65535')
  read.refuseIf(port !== undefined && port === machinePort, 'MACHINE_PORT equals ENGINE_PORT: machines have a listener of their own, because the engine’s is for the web process alone.')
  const machineHost = read.value('MACHINE_HOST', Host, 'an address of this machine, such as 127.0.0.1', '127.0.0.1')
  const { proxies, any: proxied } = read.proxies()
  const open = machineHost !== undefined && !isLoopback(machineHost)
  read.refuseIf(open && !proxied && shared.tls === null, 'MACHINE_HOST opens the machine door to the network in the clear: set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or end TLS at a proxy and name it in TRUSTED_PROXIES, or leave MACHINE_HOST at 127.0.0.1.')
  read.refuseIf(open && shared.demo, 'DEMO=1 lets anybody in with a published password: with this MACHINE_HOST set DEMO=0.')
  return read.done<EngineSettings>({
    ...shared, rates: ratesIn(read), mail: read.taken('mail', readMail(env)), inside: read.taken('inside', inside(env)), witness: read.taken('witness', witness(env)), monthsDirectory: read.taken('monthsDirectory', monthsDirectory(env)), masterKey, sessionSignKey, logSignKey, port, machineHost, machinePort, trustedProxies: proxies,
    databaseUrl: read.databaseUrl('ENGINE_DATABASE_URL_FILE'), readerDatabaseUrl: read.databaseUrl('WEB_DATABASE_URL_FILE'),
  })
}

const originIn = (read: Reading) => read.value('PUBLIC_URL', Origin, 'the address people type, without path or password, such as https://bailiwick.example.org')
function ratesIn(read: Reading): RateSettings | undefined {
  const perSecond = (name: string, fallback: string) => read.value(name, PerSecond, 'how many requests a second there may be, from 1 to 1000000', fallback)
  const [tenant, client, page, stranger] = [perSecond('TENANT_RATE', '100'), perSecond('CLIENT_RATE', '50'), perSecond('PAGE_RATE', '20'), perSecond('STRANGER_RATE', '20')]
  return tenant && client && page && stranger ? { tenant, client, page, stranger } : undefined
}
/** The rates alone, for who needs no more: they were checked with the rest when the process began. */
export function readRates(env: Env): RateSettings {
  const read = new Reading(env)
  return { ...read.done<{ rates: RateSettings }>({ rates: ratesIn(read) }).rates }
}

/** Where people find this console, for who needs no more. */
export function readOrigin(env: Env): string {
  const read = new Reading(env)
  return read.done<{ origin: string }>({ origin: originIn(read) }).origin
}

/** For the top of a process: the settings, or the sentences on stderr and the end. */
export function settingsOrExit<T>(read: (env: Env) => T): T {
  try {
    return read(process.env)
  } catch (thrown) {
    if (!(thrown instanceof SettingsRefused)) throw thrown
    process.stderr.write(`${thrown.message}\n`)
    process.exit(1)
  }
}
