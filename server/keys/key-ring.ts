import { makeDataKey, openDataKey, unwrapDataKey } from './data-key'
import { secretKey } from './secret'

const keptMost = 10_000

/** Data keys in use, so that none is unwrapped for every batch. What the database has is asked each time: a key that was rewrapped is opened anew, and one that was destroyed is forgotten. */
export class KeyRing {
  #open = new Map<string, { readonly wrapped: string; readonly key: Buffer }>()

  /** Null for a tenant whose key was destroyed. */
  take(tenant: string, wrapped: string | null): Buffer | null {
    const known = this.#open.get(tenant)
    if (known && known.wrapped === wrapped) return known.key
    this.#open.delete(tenant)
    if (wrapped === null) return null
    const key = openDataKey(tenant, Buffer.from(wrapped, 'hex'))
    if (this.#open.size >= keptMost) this.#open.clear()
    this.#open.set(tenant, { wrapped, key })
    return key
  }
  make(tenant: string): { wrapped: Buffer; key: Buffer } {
    const master = secretKey('MASTER_KEY_FILE')
    const wrapped = makeDataKey(master, tenant)
    return { wrapped, key: unwrapDataKey(master, tenant, wrapped) }
  }
}
