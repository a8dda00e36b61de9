import { type ProviderSettings, readClientSecret, readProviders } from '~/server/settings/providers'
import type { Secret } from '~/server/settings/secret'

let kept: readonly ProviderSettings[] | undefined
/** Read when they are first needed, because `next build` runs without any; what is wrong with them was said at the start. */
export function allProviders(): readonly ProviderSettings[] {
  if (kept) return kept
  const read = readProviders(process.env.PROVIDERS_FILE)
  if ('problems' in read) throw new Error(read.problems.join(' '))
  kept = read.providers
  return kept
}
export const findProvider = (id: string): ProviderSettings | null => allProviders().find((provider) => provider.id === id) ?? null

export function clientSecretOf(provider: ProviderSettings): Secret<string> {
  const found = readClientSecret(provider)
  if ('problem' in found) throw new Error(found.problem)
  return found.secret
}
