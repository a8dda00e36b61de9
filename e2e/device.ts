/** A device of somebody’s own, as Chromium makes one up: it keeps passkeys, and asks for a finger that it has, or has not. */
import type { Page } from '@playwright/test'

export type Device = { verifies: (isSo: boolean) => Promise<void>; passkeys: () => Promise<number>; lose: () => Promise<void> }
export async function giveDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return {
    verifies: async (isUserVerified) => { await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) },
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    lose: async () => { await session.send('WebAuthn.clearCredentials', { authenticatorId }) },
  }
}
