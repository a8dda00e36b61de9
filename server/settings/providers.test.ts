import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inspect } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { readClientSecret, readProviders } from './providers'

const folder = mkdtempSync(`${tmpdir()}/providers-`)
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0
function file(text: string, mode = 0o600): string {
  const path = `${folder}/${made++}`
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const secretFile = file('a secret of the client')
const one = { id: 'corp', title: 'Corp', issuer: 'https://login.corp.example', clientId: 'bailiwick', clientSecretFile: secretFile, multiFactor: null }
const other = { ...one, id: 'lab', title: 'Lab', issuer: 'https://lab.example/realms/lab' }
const problemsOf = (path: string | undefined): string => {
  const read = readProviders(path)
  return 'problems' in read ? read.problems.join('\n') : ''
}
const problems = (list: unknown) => problemsOf(file(JSON.stringify(list)))

test('no file is no provider; a file may list several, and what it leaves out is the narrow choice', () => {
  expect(readProviders(undefined)).toEqual({ providers: [] })
  expect(readProviders(file('[]'))).toEqual({ providers: [] })
  expect(readProviders(file(JSON.stringify([one, { ...other, issuer: 'http://127.0.0.1:8080', multiFactor: { acr: ['phr'] } }])))).toEqual({ providers: [
    { ...one, algorithm: 'RS256', scopes: ['openid', 'profile', 'email'], groupsClaim: null, groupsOf: null, multiFactor: null, maxAgeSeconds: null, events: null },
    { ...other, issuer: 'http://127.0.0.1:8080', algorithm: 'RS256', scopes: ['openid', 'profile', 'email'], groupsClaim: null, groupsOf: null, multiFactor: { acr: ['phr'], amr: [] }, maxAgeSeconds: null, events: null },
  ] })
})
test.each<[string, unknown, string]>([
  ['no list', { corp: one }, 'PROVIDERS_FILE: '],
  ['an unknown word', [{ ...one, linkByEmail: true }], 'PROVIDERS_FILE, provider 1 (corp): has no linkByEmail'],
  ['a secret in the file', [{ ...one, clientSecret: 'hunter2' }], 'has no clientSecret'],
  ['no answer to which words mean two factors', [{ ...one, multiFactor: undefined }], 'provider 1 (corp), multiFactor'],
  ['an empty answer', [{ ...one, multiFactor: { acr: [] } }], 'names at least one acr or amr, or is null'],
  ['http elsewhere', [{ ...one, issuer: 'http://login.corp.example' }], 'issuer: is an https address'],
  ['an issuer with a password', [{ ...one, issuer: 'https://me:hunter2@login.corp.example' }], 'issuer: is an https address'],
  ['an issuer with a query', [{ ...one, issuer: 'https://login.corp.example/?a=1' }], 'issuer: is an https address'],
  ['an issuer with an empty fragment', [{ ...one, issuer: 'https://login.corp.example/#' }], 'issuer: is an https address'],
  ['an issuer written in another way', [{ ...one, issuer: 'https://LOGIN.corp.example' }], 'exactly as the provider writes it'],
  ['an issuer that climbs', [{ ...one, issuer: 'https://login.corp.example/a/../b' }], 'issuer: is an https address'],
  ['a file as an issuer', [{ ...one, issuer: 'file:///etc/passwd' }], 'issuer: is an https address'],
  ['one issuer twice', [one, { ...one, id: 'again' }], 'lists the issuer https://login.corp.example twice'],
  ['one id twice', [one, { ...other, id: 'corp' }], 'lists the id corp twice'],
  ['an id that is a path', [{ ...one, id: '../corp' }], 'id: is lower-case letters'],
  ['an id that is taken', [{ ...one, id: 'credentials' }], 'id: is none of credentials'],
  ['a title that reads backwards', [{ ...one, title: 'Corp\u202e' }], 'title: has no spaces at its ends and no control characters'],
  ['no signature', [{ ...one, algorithm: 'none' }], 'algorithm'],
  ['a shared secret as a signature', [{ ...one, algorithm: 'HS256' }], 'algorithm'],
  ['no openid', [{ ...one, scopes: ['email'] }], 'scopes: includes openid'],
  ['tokens that outlive the sign-in', [{ ...one, scopes: ['openid', 'offline_access'] }], 'has no offline_access'],
  ['two scopes in one', [{ ...one, scopes: ['openid', 'a b'] }], 'scopes.1: is printable and has no spaces'],
  ['a sign-in of ever', [{ ...one, maxAgeSeconds: 1e9 }], 'maxAgeSeconds'],
  ['groups of what is no tenant', [{ ...one, groupsOf: { 'A tenant': ['a-*'] } }], 'groupsOf'],
  ['events for nobody', [{ ...one, events: {} }], 'events.audience'],
  ['too many', Array.from({ length: 21 }, (_, at) => ({ ...one, id: `p${at}`, issuer: `https://p${at}.example` })), 'PROVIDERS_FILE: '],
])('%s is refused in words that name the place', (_says, list, sentence) => {
  expect(problems(list)).toContain(sentence)
  expect(problems(list)).not.toContain('hunter2')
})
test.each<[string, string, string]>([
  ['a file that is not there', '/nowhere/at/all', 'does not exist'], ['a folder', folder, 'is not a file'], ['what is no JSON', file('- id: corp'), 'is not JSON'],
  ['a file that others may change', file('[]', 0o666), 'others on this machine may change: chmod go-w'], ['a file too long', file(`[${' '.repeat(70_000)}]`), 'longer than'],
])('%s is refused', (_says, path, sentence) => { expect(problemsOf(path)).toContain(sentence) })

test('a secret is found beside the file that names it, and only where nobody else can read it', () => {
  const list = file(JSON.stringify([{ ...one, clientSecretFile: secretFile.split('/').at(-1) }]))
  const read = readProviders(list)
  if (!('providers' in read)) throw new Error(read.problems.join())
  const [provider] = read.providers
  if (!provider) throw new Error('no provider')
  const found = readClientSecret(provider)
  if (!('secret' in found)) throw new Error(found.problem)
  expect(found.secret.reveal()).toBe('a secret of the client')
  expect(inspect(found, { depth: 9, showHidden: true }) + JSON.stringify(found)).not.toContain('a secret of')
  for (const [path, sentence] of [['/nowhere/at/all', 'does not exist'], [file('x', 0o644), 'others on this machine may read: chmod 600'], [file(''), 'is empty']] as const) {
    expect(readClientSecret({ ...provider, clientSecretFile: path })).toEqual({ problem: expect.stringContaining(sentence) })
    expect(readClientSecret({ ...provider, clientSecretFile: path })).toEqual({ problem: expect.stringContaining('clientSecretFile of the provider corp') })
  }
})
