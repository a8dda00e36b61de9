/**
 * The one policy under which addresses become scripts: files of this build. Next's loader writes them as plain strings, and the answer's headers demand that
 * somebody vouch for them. Nothing vouches for markup or for code in strings, so those stay impossible. It runs before anything is loaded (next.config.js).
 */
type Policies = { createPolicy: (name: string, rules: { createScriptURL: (address: string) => string | null }) => unknown }

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
policies?.createPolicy('default', {
  createScriptURL: (address) => (new URL(address, location.origin).href.startsWith(`${location.origin}/_next/static/`) ? address : null),
})
export {}
