import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inspect } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeCertificate } from '~/server/testing/certificate'
import { publicHalf } from '~/server/keys/signing'
import { readEngineSettings, readWebSettings, SettingsRefused } from './settings'

const folder = mkdtempSync(`${tmpdir()}/settings-`)
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string, mode = 0o600) => {
  const path = `${folder}/${name}`
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const key = (fill: number, bytes = 32) => Buffer.alloc(bytes, fill).toString('base64url')
const local = 'postgresql://bailiwick_web:hunter2@127.0.0.1:4702/bailiwick'
const far = 'postgresql://bailiwick_web:hunter2@db.example.org/bailiwick'

const shared = { PUBLIC_URL: 'http://localhost:4700', SESSION_VERIFY_KEY_FILE: file('verify', publicHalf(Buffer.alloc(32, 1)).toString('base64url')), LOG_VERIFY_KEY_FILE: file('log-verify', publicHalf(Buffer.alloc(32, 7)).toString('base64url')), ENGINE_KEY_FILE: file('engine', key(2)) }
const web = {
  ...shared, METRICS_PORT: '4703', ENGINE_URL: 'http://127.0.0.1:4701', SESSION_SECRET_FILE: file('session', key(3)),
  WEB_DATABASE_URL_FILE: file('web-url', local), AUDITOR_DATABASE_URL_FILE: file('auditor-url', local),
}
const engine = { ...shared, ENGINE_PORT: '4701', MACHINE_PORT: '4704', WEB_DATABASE_URL_FILE: file('web-url', local), SESSION_SIGN_KEY_FILE: file('sign', key(1)), LOG_SIGN_KEY_FILE: file('log-sign', key(7)), MASTER_KEY_FILE: file('master', key(4)), ENGINE_DATABASE_URL_FILE: file('engine-url', local) }
const behindProxy = { PUBLIC_URL: 'https://bailiwick.example.org', TRUSTED_PROXIES: '10.0.0.7', HOST: '0.0.0.0' }
const providers = (clientSecretFile: string) => file('providers', JSON.stringify([{ id: 'corp', title: 'Corp', issuer: 'https://login.corp.example', clientId: 'bailiwick', clientSecretFile, multiFactor: null }]))

function problems(read: (env: Record<string, string>) => unknown, env: Record<string, string>): readonly string[] {
  try {
    read(env)
    return []
  } catch (thrown) {
    if (thrown instanceof SettingsRefused) return thrown.problems
    throw thrown
  }
}

test('what npm start sets is accepted, and so is a product behind a proxy, or with a certificate of its own', () => {
  expect(readWebSettings(web)).toMatchObject({ host: '127.0.0.1', port: 4700, metricsPort: 4703, demo: true, publicUrl: 'http://localhost:4700', dev: false })
  expect(readEngineSettings(engine)).toMatchObject({ port: 4701, machineHost: '127.0.0.1', machinePort: 4704, demo: true, rates: { tenant: 100, client: 50, page: 20, stranger: 20 } })
  expect(readEngineSettings({ ...engine, PUBLIC_URL: behindProxy.PUBLIC_URL, TRUSTED_PROXIES: '10.0.0.7', MACHINE_HOST: '0.0.0.0' })).toMatchObject({ machineHost: '0.0.0.0', demo: false })
  expect(readWebSettings({ ...web, ...behindProxy })).toMatchObject({ host: '0.0.0.0', demo: false, publicUrl: 'https://bailiwick.example.org' })
  expect(problems(readWebSettings, { ...web, WEB_DATABASE_URL_FILE: file('far-verified', `${far}?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem`) })).toEqual([])
  const [{ cert, key: ofCert }, open] = [makeCertificate('example.org'), { HOST: '0.0.0.0', MACHINE_HOST: '0.0.0.0' }]
  const byItself = { PUBLIC_URL: 'https://example.org', TLS_CERTIFICATE_FILE: file('certificate', cert), TLS_KEY_FILE: file('certificate-key', ofCert), ...open }
  expect([problems(readWebSettings, { ...web, ...byItself }), problems(readEngineSettings, { ...engine, ...byItself })]).toEqual([[], []])
  // As a service manager sets what is not there.
  expect(problems(readEngineSettings, { ...engine, EARLIER_MASTER_KEY_FILE: '' })).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['a key as a variable', { MASTER_KEY: key(4) }, 'MASTER_KEY must not be a variable'],
  ['a session secret as a variable', { SESSION_SECRET: 'x' }, 'SESSION_SECRET must not be a variable'],
  ['an address as a variable', { WEB_DATABASE_URL: local }, 'WEB_DATABASE_URL must not be a variable'],
  ["another library's secret", { NEXTAUTH_SECRET: 'x' }, 'NEXTAUTH_SECRET and AUTH_SECRET are not used'],
  ["the owner's address", { DATABASE_URL: local }, 'is for migrations only'],
  ["the owner's address in a file", { OWNER_DATABASE_URL_FILE: '/x' }, 'is for migrations only'],
  ['any certificate', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate'],
  ['no public address', { PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ['a public address with a path', { PUBLIC_URL: 'https://example.org/app' }, 'PUBLIC_URL must be'],
  ['a public address with a password', { PUBLIC_URL: 'https://me:pw@example.org' }, 'PUBLIC_URL must be'],
  ['a public address that is none', { PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be'],
  ['http in public', { PUBLIC_URL: 'http://example.org' }, 'PUBLIC_URL is http for an address that is not this machine'],
  ['the demo in public', { ...behindProxy, DEMO: '1', HOST: '127.0.0.1' }, 'with this PUBLIC_URL set DEMO=0'],
  ['the demo on the network', { HOST: '0.0.0.0', DEMO: '1' }, 'with this HOST set DEMO=0'],
  ['a demo that is neither', { DEMO: 'yes' }, 'DEMO must be 0 or 1'],
  ['an open port in the clear', { HOST: '10.0.0.5', DEMO: '0' }, 'HOST opens the port to the network in the clear'],
  ['a host that is a name', { HOST: 'example.org' }, 'HOST must be an address of this machine'],
  ['https by nobody', { PUBLIC_URL: 'https://example.org' }, 'set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or name the proxy that does in TRUSTED_PROXIES'],
  ['a certificate without its key', { PUBLIC_URL: 'https://example.org', TLS_CERTIFICATE_FILE: '/x' }, 'TLS_CERTIFICATE_FILE is set and TLS_KEY_FILE is not'],
  ['a key without its certificate', { PUBLIC_URL: 'https://example.org', TLS_KEY_FILE: '/x' }, 'TLS_KEY_FILE is set and TLS_CERTIFICATE_FILE is not'],
  ['a certificate in the clear', { TLS_CERTIFICATE_FILE: '/x', TLS_KEY_FILE: '/x' }, 'PUBLIC_URL is http, to which nothing would answer'],
  ['a certificate that is not there', { PUBLIC_URL: 'https://example.org', TLS_CERTIFICATE_FILE: '/nowhere', TLS_KEY_FILE: '/nowhere' }, 'TLS_CERTIFICATE_FILE names /nowhere, in which no certificate can be read'],
  ['the key of a certificate as a variable', { TLS_KEY: 'x' }, 'TLS_KEY must not be a variable'],
  ['everybody as a proxy', { TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must list addresses or networks no wider than /8'],
  ['everybody as a proxy, in six', { TRUSTED_PROXIES: '10.0.0.1, ::/0' }, 'not "::/0"'],
  ['half of everybody', { TRUSTED_PROXIES: '0.0.0.0/7' }, 'not "0.0.0.0/7"'],
  ['a proxy by name', { TRUSTED_PROXIES: 'proxy.local' }, 'not "proxy.local"'],
  ['a port that is a word', { PORT: 'http' }, 'PORT must be a port'],
  ['a port too far', { METRICS_PORT: '65536' }, 'METRICS_PORT must be a port'],
  ['metrics in public', { METRICS_PORT: '4700' }, 'METRICS_PORT equals PORT'],
  ['an engine elsewhere', { ENGINE_URL: 'http://10.0.0.9:4701' }, 'ENGINE_URL must be an http address on this machine'],
  ['a secret nobody named', { SESSION_SECRET_FILE: '' }, 'SESSION_SECRET_FILE is not set'],
  ['a secret that is not there', { SESSION_SECRET_FILE: '/nowhere/at/all' }, 'which does not exist'],
  ['a secret that is a folder', { SESSION_SECRET_FILE: folder }, 'which is not a file'],
  ['a secret others may read', { SESSION_SECRET_FILE: file('open', key(9), 0o640) }, 'which others on this machine may read: chmod 600'],
  ['an empty secret', { SESSION_SECRET_FILE: file('empty', '\n') }, 'which is empty'],
  ['a secret too long', { SESSION_SECRET_FILE: file('long', 'x'.repeat(5000)) }, 'longer than a secret can be'],
  ['a weak key', { ENGINE_KEY_FILE: file('weak', key(5, 31)) }, 'ENGINE_KEY_FILE must hold at least 32 random bytes'],
  ['a key that is not base64url', { ENGINE_KEY_FILE: file('odd', 'correct horse battery staple, correct horse') }, 'ENGINE_KEY_FILE must hold at least 32 random bytes'],
  ['a checking key of another size', { SESSION_VERIFY_KEY_FILE: file('large', key(6, 48)) }, 'SESSION_VERIFY_KEY_FILE must hold exactly 32 random bytes'],
  ['one key for two doors', { ENGINE_KEY_FILE: shared.SESSION_VERIFY_KEY_FILE }, 'hold the same key'],
  ['a provider whose secret others may read', { PROVIDERS_FILE: providers(file('client-open', 'x', 0o644)) }, 'others on this machine may read: chmod 600'],
  ['a provider that is not one', { PROVIDERS_FILE: file('odd-providers', '[{}]') }, 'PROVIDERS_FILE, provider 1, id'],
  ['a database elsewhere in the clear', { WEB_DATABASE_URL_FILE: file('far', far) }, 'add ?sslmode=verify-full'],
  ['a database elsewhere, unverified', { WEB_DATABASE_URL_FILE: file('far-require', `${far}?sslmode=require`) }, 'add ?sslmode=verify-full'],
  ['a database that is elsewhere after all', { WEB_DATABASE_URL_FILE: file('host', `${local}?host=db.example.org`) }, 'WEB_DATABASE_URL_FILE has "host" in its address'],
  ['a database elsewhere, verified and then not', { WEB_DATABASE_URL_FILE: file('twice', `${far}?sslmode=verify-full&sslmode=disable`) }, 'has "sslmode" in its address twice'],
  ['a database that waits for ever', { AUDITOR_DATABASE_URL_FILE: file('options', `${local}?options=-c%20statement_timeout%3D0`) }, 'has "options" in its address'],
  ['an address of something else', { AUDITOR_DATABASE_URL_FILE: file('mysql', 'mysql://root@127.0.0.1/x') }, 'AUDITOR_DATABASE_URL_FILE must hold an address like postgresql://'],
])('the web process refuses %s', (_, given, sentence) => {
  const said = problems(readWebSettings, { ...web, ...given })
  expect(said.join('\n')).toContain(sentence)
  expect(said.join('\n')).not.toMatch(/hunter2/)
})

test.each<[string, Record<string, string>, string]>([
  ['no port', { ENGINE_PORT: '' }, 'ENGINE_PORT is not set'],
  ['no port for machines', { MACHINE_PORT: '' }, 'MACHINE_PORT is not set'],
  ['one port for both', { MACHINE_PORT: '4701' }, 'MACHINE_PORT equals ENGINE_PORT'],
  ['a machine door that is open in the clear', { MACHINE_HOST: '0.0.0.0', PUBLIC_URL: 'https://example.org' }, 'MACHINE_HOST opens the machine door to the network in the clear'],
  ['the demo on the network by the machine door', { MACHINE_HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.7' }, 'with this MACHINE_HOST set DEMO=0'],
  ['a name for machines', { MACHINE_HOST: 'machines.example.org' }, 'MACHINE_HOST must be an address of this machine'],
  ['no requests at all', { TENANT_RATE: '0' }, 'TENANT_RATE must be how many requests a second'],
  ['more requests than can be counted', { CLIENT_RATE: '1000001' }, 'CLIENT_RATE must be how many requests a second'],
  ['a rate that is none', { STRANGER_RATE: 'many' }, 'STRANGER_RATE must be how many requests a second'],
  ['no role that reads', { WEB_DATABASE_URL_FILE: '' }, 'WEB_DATABASE_URL_FILE'],
  ['the master key as the one before it', { EARLIER_MASTER_KEY_FILE: engine.MASTER_KEY_FILE }, 'MASTER_KEY_FILE and EARLIER_MASTER_KEY_FILE hold the same key'],
  ['the log’s key as the one before it', { EARLIER_LOG_SIGN_KEY_FILE: engine.LOG_SIGN_KEY_FILE ?? '' }, 'LOG_SIGN_KEY_FILE and EARLIER_LOG_SIGN_KEY_FILE hold the same key'],
  ['a lost key that is none', { LOST_LOG_KEY_FILE: file('lost-none', 'bailiwick/0123456789abcdef') }, 'LOST_LOG_KEY_FILE must hold the public half'],
  ['the key that signs as the one that is lost', { LOST_LOG_KEY_FILE: shared.LOG_VERIFY_KEY_FILE }, 'that key is not lost'],
  ['a key that is lost, and there', { LOST_LOG_KEY_FILE: file('lost', key(9)), EARLIER_LOG_SIGN_KEY_FILE: file('not-lost', key(9)) }, 'a key that is there lets the next one go on'],
  ['a master key of another size', { MASTER_KEY_FILE: file('master-large', key(7, 64)) }, 'MASTER_KEY_FILE must hold exactly 32 random bytes'],
  ['one key for two doors', { MASTER_KEY_FILE: shared.ENGINE_KEY_FILE }, 'MASTER_KEY_FILE and ENGINE_KEY_FILE hold the same key'],
  ['the demo in public', { PUBLIC_URL: 'https://example.org', DEMO: '1' }, 'set DEMO=0'],
  ['a key as a variable', { ENGINE_KEY: key(1) }, 'ENGINE_KEY must not be a variable'],
  ['a receiver that is everybody', { WEBHOOK_INSIDE: '*' }, 'WEBHOOK_INSIDE must list up to 50 receivers as host:port'],
  ['a receiver without a port', { WEBHOOK_INSIDE: 'hooks.internal' }, 'not "hooks.internal"'],
  ['a witness on no directory', { WITNESS_DIRECTORY: '/nowhere/at-all' }, 'WITNESS_DIRECTORY must be the path of a directory that is there'],
  ['a witness beside the process', { WITNESS_DIRECTORY: '.' }, 'from the root on, not "."'],
  ['months into no directory', { MONTHS_DIRECTORY: '/nowhere/at-all' }, 'MONTHS_DIRECTORY must be the path of a directory that is there'],
  ['a witness at no address', { WITNESS_ADDRESS: 'ftp://witness.example.org' }, 'WITNESS_ADDRESS must be an address like https://'],
  ['mail from nobody', { SMTP_URL_FILE: file('smtp', 'smtps://me:hunter2@mail.example.org') }, 'MAIL_FROM is not'],
  ['mail by nobody', { MAIL_FROM: 'bailiwick@example.org' }, 'SMTP_URL_FILE is not'],
  ['mail from what is no address', { MAIL_FROM: 'Bailiwick', SMTP_URL_FILE: file('smtp', 'smtps://me:hunter2@mail.example.org') }, 'MAIL_FROM must be an e-mail address'],
  ['a mail server that anybody could be', { MAIL_FROM: 'bailiwick@example.org', SMTP_URL_FILE: file('smtp-any', 'smtps://me:hunter2@mail.example.org/?tls.rejectUnauthorized=false') }, 'SMTP_URL_FILE must hold an address like'],
  ['a mail server that is a website', { MAIL_FROM: 'bailiwick@example.org', SMTP_URL_FILE: file('smtp-web', 'https://me:hunter2@mail.example.org') }, 'SMTP_URL_FILE must hold an address like'],
  ['a mail server whose address others may read', { MAIL_FROM: 'bailiwick@example.org', SMTP_URL_FILE: file('smtp-open', 'smtps://mail.example.org', 0o644) }, 'chmod 600'],
  ['a log’s key that is no pair', { LOG_SIGN_KEY_FILE: file('other-log-sign', key(8)) }, 'LOG_VERIFY_KEY_FILE is not the public half of LOG_SIGN_KEY_FILE'],
  ['a provider that is not one', { PROVIDERS_FILE: file('odder-providers', '[{}]') }, 'PROVIDERS_FILE, provider 1, id'],
])('the engine refuses %s', (_, given, sentence) => {
  expect(problems(readEngineSettings, { ...engine, ...given }).join('\n')).toContain(sentence)
  expect(problems(readEngineSettings, { ...engine, ...given }).join('\n')).not.toMatch(/hunter2/)
})
test('mail is sent where an operator says from whom and by whom, and nowhere else', () => {
  expect([readEngineSettings(engine).mail, readWebSettings(web).mailFrom]).toEqual([null, null])
  const told = { MAIL_FROM: 'bailiwick@example.org', SMTP_URL_FILE: file('smtp', 'smtps://me:hunter2@mail.example.org:465') }
  expect(readEngineSettings({ ...engine, ...told }).mail?.server.reveal()).toBe('smtps://me:hunter2@mail.example.org:465')
  expect(readWebSettings({ ...web, MAIL_FROM: told.MAIL_FROM }).mailFrom).toBe('bailiwick@example.org')
})

test('both processes know the providers; only the one that speaks with them reads their secrets', () => {
  const listed = { PROVIDERS_FILE: providers(file('client', 'x')) }
  expect([readWebSettings({ ...web, ...listed }), readEngineSettings({ ...engine, ...listed })].map(({ providers }) => providers.map(({ id }) => id))).toEqual([['corp'], ['corp']])
  expect(problems(readEngineSettings, { ...engine, PROVIDERS_FILE: providers('/nowhere/at/all') })).toEqual([])
})

test('all problems are told at once', () => {
  expect(problems(readWebSettings, {}).length).toBeGreaterThanOrEqual(8)
})

test('the demo is on by itself only on this machine', () => {
  expect(readWebSettings({ ...web, PUBLIC_URL: 'http://[::1]:4700' }).demo).toBe(true)
  expect(readEngineSettings({ ...engine, PUBLIC_URL: 'https://example.org' }).demo).toBe(false)
})

test('printed or turned into JSON, settings show no secret', () => {
  const settings = readWebSettings(web)
  for (const shown of [inspect(settings, { depth: 9, showHidden: true }), JSON.stringify(settings), `${settings.engineKey}`, String(settings.databaseUrl)]) {
    for (const secret of ['hunter2', key(1), key(2), key(3), '01 01 01', 'AQEB']) expect(shown).not.toContain(secret)
    expect(shown).toContain('[secret]')
  }
  expect(settings.engineKey.reveal()).toEqual(Buffer.alloc(32, 2))
})
