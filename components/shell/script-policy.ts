/**
 * The one policy under which strings become code: addresses of files of this build, which Next's loader writes as plain strings, and the one constant by which
 * React makes a script's element. The answer's headers demand that somebody vouch for them. Nothing vouches for any other markup or for code in strings, so
 * those stay impossible. It runs before anything is loaded (next.config.js).
 */
type Rules = { createScriptURL: (address: string) => string | null; createHTML: (markup: string) => string | null }
type Policies = { createPolicy: (name: string, rules: Rules) => unknown }

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
policies?.createPolicy('default', {
  createScriptURL: (address) => (new URL(address, location.origin).href.startsWith(`${location.origin}/_next/static/`) ? address : null),
  createHTML: (markup) => (markup === '<script></script>' ? markup : null),
})
export {}
