import { asOptions, type ShowPasskey } from '~/components/factors/device'
import { ask } from '~/components/shell/send'
import { assert } from '~/server/demo/authenticator'
import type { PasskeyShown } from '~/server/demo/show-passkey'

export type DemoPasskey = { first: string; show: ShowPasskey }

/** What the device of one of the demo's people would answer. It is judged as any passkey is. */
export const showDemoPasskey = ({ credentialId, key }: Pick<PasskeyShown, 'credentialId' | 'key'>): ShowPasskey => async (options) =>
  ({ ok: true, value: await assert(asOptions<'show'>(options), { key, credentialId, origin: location.origin }) })

/** Null for whoever is none of the demo's people: they have a device of their own. */
export async function demoPasskey(signal: AbortSignal): Promise<DemoPasskey | null> {
  const told = await ask('demo.passkey', {}, signal)
  return told.ok && told.value ? { first: told.value.name.split(' ')[0] ?? '', show: showDemoPasskey(told.value) } : null
}
