/**
 * What a provider publishes about itself: where it is spoken with, and its keys. Believed only from the address that its configured issuer makes, and only if it
 * says of itself that it is that issuer; nothing that a token brings along is ever fetched.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import { z } from 'zod'
import { isLoopback } from '~/server/settings/addresses'
import type { ProviderSettings } from '~/server/settings/providers'

/** It does not answer, or not as a provider does. Nobody is let in for that, and whoever was in stays. */
export class ProviderUnavailable extends Error {}

const limits = { timeoutMs: 4_000, bytes: 262_144, keptMs: 600_000, freshMs: 500, coolDownMs: 5_000 }

const Address = z.string().max(2048).refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
const Metadata = z.object({
  issuer: z.string().max(512), authorization_endpoint: Address, token_endpoint: Address, jwks_uri: Address,
  authorization_response_iss_parameter_supported: z.boolean().default(false),
  token_endpoint_auth_methods_supported: z.array(z.string().max(64)).max(32).default(['client_secret_basic']),
})
export type ProviderMetadata = z.infer<typeof Metadata>
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string().max(16) })).max(100) })

type Kept<T> = { readonly value: T; readonly at: number }
type Key = ReturnType<ReturnType<typeof createLocalJWKSet>>

export class PublishedProvider {
  #metadata: Kept<ProviderMetadata> | undefined
  #keys: Kept<ReturnType<typeof createLocalJWKSet>> | undefined
  #askedAgain = Number.NEGATIVE_INFINITY
  constructor(readonly provider: ProviderSettings, readonly now: () => number = () => performance.now()) {}

  /** `fresh` is for whoever sends somebody there: a provider that does not answer is found out before they are on their way. */
  async metadata(fresh = false): Promise<ProviderMetadata> {
    if (this.#metadata && this.now() - this.#metadata.at < (fresh ? limits.freshMs : limits.keptMs)) return this.#metadata.value
    const { issuer } = this.provider
    const value = read(Metadata, await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`))
    if (value.issuer !== issuer) throw new ProviderUnavailable(`what is published for ${issuer} says that it is ${value.issuer}`)
    // A provider that is spoken with in the clear is one on this machine, and then all of it is.
    for (const address of [value.authorization_endpoint, value.token_endpoint, value.jwks_uri]) {
      const { protocol, hostname } = new URL(address)
      if (protocol !== 'https:' && !(issuer.startsWith('http:') && isLoopback(hostname))) throw new ProviderUnavailable(`${address} is not https`)
    }
    this.#metadata = { value, at: this.now() }
    return value
  }

  /**
   * The provider's key that this header names, or null. A name that is not known may be that of a new key: they are asked for again, but not more than once in
   * five seconds, or whoever sends made-up names would have us ask without end.
   */
  async keyFor(header: JWSHeaderParameters): Promise<Awaited<Key> | null> {
    if (!this.#keys || this.now() - this.#keys.at >= limits.keptMs) await this.#fetchKeys()
    const known = await this.#find(header)
    if (known || this.now() - this.#askedAgain < limits.coolDownMs) return known
    this.#askedAgain = this.now()
    await this.#fetchKeys()
    return this.#find(header)
  }

  async #fetchKeys(): Promise<void> {
    const { jwks_uri: address } = await this.metadata()
    const keys = read(Keys, await fetchJson(address)) as JSONWebKeySet
    this.#keys = { value: createLocalJWKSet(keys), at: this.now() }
  }

  async #find(header: JWSHeaderParameters): Promise<Awaited<Key> | null> {
    try {
      return (await this.#keys?.value(header)) ?? null
    } catch (thrown) {
      // None, or more than one that it might be, or one that is no key.
      if (thrown instanceof errors.JOSEError || thrown instanceof TypeError || thrown instanceof DOMException) return null
      throw thrown
    }
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ProviderUnavailable(`what is published is malformed: ${parsed.error.issues[0]?.path.join('.')}`)
  return parsed.data
}

async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(limits.timeoutMs), headers: { accept: 'application/json' } })
    if (!response.ok) throw new ProviderUnavailable(`${address} answers ${response.status}`)
    return JSON.parse(await textUpTo(response, limits.bytes))
  } catch (thrown) {
    if (thrown instanceof ProviderUnavailable) throw thrown
    throw new ProviderUnavailable(`${address}: ${thrown instanceof Error ? (thrown.cause instanceof Error ? thrown.cause.message : thrown.message) : 'no answer'}`)
  }
}

async function textUpTo(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > bytesMax) throw new ProviderUnavailable(`${response.url} answers with more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const published = new Map<string, PublishedProvider>()
/** Of each issuer once: what it publishes is its own, whatever it is called here. */
export function publishedBy(provider: ProviderSettings): PublishedProvider {
  const known = published.get(provider.issuer) ?? new PublishedProvider(provider)
  published.set(provider.issuer, known)
  return known
}
