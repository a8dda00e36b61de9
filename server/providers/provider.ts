import { type ProviderSettings, readClientSecret, readProviders } from '~/server/settings/providers'
import type { Secret } from '~/server/settings/secret'

let kept: { readonly file: string | undefined; readonly providers: readonly ProviderSettings[] } | undefined
/** Read when they are first needed, because `next build` runs without any; what is wrong with them was said at the start. A file that is named is read once. */
export function allProviders(): readonly ProviderSettings[] {
  const file = process.env.PROVIDERS_FILE
  if (kept && kept.file === file) return kept.providers
  const read = readProviders(file)
  if ('problems' in read) throw new Error(read.problems.join(' '))
  kept = { file, providers: read.providers }
  return kept.providers
}
export const findProvider = (id: string): ProviderSettings | null => allProviders().find((provider) => provider.id === id) ?? null

export function clientSecretOf(provider: ProviderSettings): Secret<string> {
  const found = readClientSecret(provider)
  if ('problem' in found) throw new Error(found.problem)
  return found.secret
}
