/** The identity providers of an installation, from one file. Strict: what is not known here is refused, because a setting that is silently ignored is one that somebody relies on. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { Handle } from '../api/inputs'
import '../api/say-issue'
import { isLoopback } from './addresses'
import { readSecretFile, Secret } from './secret'

/** Signatures that only the provider can make. What a public key can also verify as a shared secret, and what is no signature, has no name here. */
export const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
export type Algorithm = (typeof algorithms)[number]

export type ProviderSettings = {
  readonly id: string
  readonly title: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecretFile: string
  readonly algorithm: Algorithm
  readonly scopes: readonly string[]
  readonly groupsClaim: string | null
  /** Which of its groups each tenant may bind, a star for any letters; null: every tenant any group, as where all tenants are of one house. */
  readonly groupsOf: Readonly<Record<string, readonly string[]>> | null
  /** Which of the provider's words mean that it asked for two factors; null: none do. */
  readonly multiFactor: { readonly acr: readonly string[]; readonly amr: readonly string[] } | null
  readonly maxAgeSeconds: number | null
  readonly events: { readonly audience: string } | null
}

const fileMax = 65_536
const providersMax = 20
const Word = (longest: number) => z.string().min(1).max(longest).regex(/^[\x21-\x7e]+$/, 'is printable and has no spaces')
const Words = (longest: number) => z.array(Word(longest)).max(20)
const Id = z.string().max(32).regex(/^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/, 'is lower-case letters, digits and hyphens, beginning with a letter')
// next-auth and the addresses of ours use these words themselves.
const reserved = ['credentials', 'email', 'local']

const One = z.strictObject({
  id: Id.refine((id) => !reserved.includes(id), `is none of ${reserved.join(', ')}`),
  title: z.string().min(1).max(60).refine((text) => text.trim() === text && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), 'has no spaces at its ends and no control characters'),
  issuer: z.string().max(512).refine(isIssuer, 'is an https address (http only on this machine) without password, query or fragment, exactly as the provider writes it'),
  clientId: Word(256),
  clientSecretFile: z.string().min(1).max(4096),
  algorithm: z.enum(algorithms).default('RS256'),
  scopes: Words(64).default(['openid', 'profile', 'email']).refine((scopes) => scopes.includes('openid'), 'includes openid')
    .refine((scopes) => !scopes.includes('offline_access'), 'has no offline_access: tokens that outlive the sign-in are not kept'),
  groupsClaim: Word(128).nullable().default(null),
  groupsOf: z.record(Handle, z.array(z.string().min(1).max(128)).max(200)).nullable().default(null),
  multiFactor: z.strictObject({ acr: Words(256), amr: Words(64).default([]) })
    .refine(({ acr, amr }) => acr.length + amr.length > 0, 'names at least one acr or amr, or is null').nullable(),
  maxAgeSeconds: z.int().min(60).max(86_400).nullable().default(null),
  events: z.strictObject({ audience: Word(512) }).nullable().default(null),
})
const All = z.array(One).max(providersMax)

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash, hostname, href } = new URL(text)
  const isExact = href === text || href === `${text}/`
  return isExact && username === '' && password === '' && search === '' && hash === '' && !/[?#]$/.test(text) && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}

/** None when no file is named. The secrets stay in their files: only who sends them reads them. */
export function readProviders(path: string | undefined): { providers: readonly ProviderSettings[] } | { problems: readonly string[] } {
  if (!path) return { providers: [] }
  const text = textOf(path)
  if ('problem' in text) return { problems: [text.problem] }
  const json = parseJson(text.text)
  if (json === undefined) return { problems: [`PROVIDERS_FILE names ${path}, which is not JSON: it must be a list of providers.`] }
  const read = All.safeParse(json)
  if (!read.success) return { problems: read.error.issues.slice(0, 20).map((issue) => sentenceOf(issue, json)) }
  const problems = [...twice(read.data, 'id'), ...twice(read.data, 'issuer')]
  if (problems.length > 0) return { problems }
  return { providers: read.data.map((one) => ({ ...one, clientSecretFile: resolve(dirname(path), one.clientSecretFile) })) }
}

const secretSetting = (id: string) => `clientSecretFile of the provider ${id}`
/** What the web process shows the provider when it trades a code for a token. */
export function readClientSecret({ id, clientSecretFile }: ProviderSettings): { secret: Secret<string> } | { problem: string } {
  const found = readSecretFile(secretSetting(id), clientSecretFile)
  return 'problem' in found ? found : { secret: new Secret(found.text) }
}

function textOf(path: string): { text: string } | { problem: string } {
  try {
    const found = statSync(path)
    if (!found.isFile()) return { problem: `PROVIDERS_FILE names ${path}, which is not a file.` }
    // Whoever may write it says who may sign in.
    if (found.mode & 0o022) return { problem: `PROVIDERS_FILE names ${path}, which others on this machine may change: chmod go-w ${path}` }
    if (found.size > fileMax) return { problem: `PROVIDERS_FILE names ${path}, which is longer than ${fileMax} bytes.` }
    return { text: readFileSync(path, 'utf8') }
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code
    return { problem: code === 'ENOENT' ? `PROVIDERS_FILE names ${path}, which does not exist.` : `PROVIDERS_FILE names ${path}, which cannot be read (${code ?? 'unknown reason'}).` }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** "provider 2 (corp), issuer: is an https address …": where it is, by the name that its writer gave it. */
function sentenceOf({ path, message }: { path: PropertyKey[]; message: string }, json: unknown): string {
  const [at, ...inside] = path
  if (typeof at !== 'number') return `PROVIDERS_FILE: ${message}.`
  const one: unknown = Array.isArray(json) ? json[at] : undefined
  const id = typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? ` (${one.id.slice(0, 32)})` : ''
  return `PROVIDERS_FILE, provider ${at + 1}${id}${inside.length > 0 ? `, ${inside.map(String).join('.')}` : ''}: ${message}.`
}

/** Two with one issuer would be two ways to be one person: who somebody is, is said by issuer and subject. */
function twice(all: readonly ProviderSettings[], key: 'id' | 'issuer'): string[] {
  return all.filter((one, at) => all.findIndex((other) => other[key] === one[key]) < at).map((one) => `PROVIDERS_FILE lists the ${key} ${one[key]} twice: keep one.`)
}
