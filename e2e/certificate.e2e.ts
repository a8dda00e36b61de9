/** A product that ends TLS itself, as somebody sees who comes to it: a web process of its own beside the others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect } from 'node:tls'
import { makeCertificate } from '~/server/testing/certificate'
import { freePort, startAlone } from './alone'
import { expect, signIn, test } from './people'

test('by https alone somebody comes in, and nothing older than TLS 1.3 is spoken', async ({ browser }) => {
  const folder = mkdtempSync(`${tmpdir()}/certificate-`)
  const [{ cert, key }, port] = [makeCertificate('localhost'), await freePort()]
  const files = { TLS_CERTIFICATE_FILE: `${folder}/certificate.pem`, TLS_KEY_FILE: `${folder}/key.pem` }
  writeFileSync(files.TLS_CERTIFICATE_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key, { mode: 0o600 })
  const address = `https://localhost:${port}`
  const alone = await startAlone({ PUBLIC_URL: address, ...files }, port)
  const spoken = (maxVersion: 'TLSv1.2' | 'TLSv1.3') => new Promise<string | null>((told) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: cert, maxVersion }, () => { told(socket.getProtocol()); socket.destroy() })
    socket.once('error', () => told(null))
  })
  expect([await spoken('TLSv1.2'), await spoken('TLSv1.3')]).toEqual([null, 'TLSv1.3'])
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const answer = await page.goto(`${address}/sign-in`)
  expect(answer?.headers()['strict-transport-security']).toContain('max-age=')
  await signIn(page, 'Ada', address)
  expect(new URL(page.url()).origin).toBe(address)
  await context.close()
  expect(await alone.stop()).toBeLessThan(10)
  rmSync(folder, { recursive: true })
})
