import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { allProviders, findProvider } from './provider'

const folder = mkdtempSync(`${tmpdir()}/provider-`)
afterEach(() => { vi.unstubAllEnvs() })
afterAll(() => rmSync(folder, { recursive: true }))

function listed(...ids: string[]): void {
  const file = `${folder}/${ids.join('-')}.json`
  writeFileSync(file, JSON.stringify(ids.map((id) => ({ id, title: id, issuer: `https://${id}.example`, clientId: 'bailiwick', clientSecretFile: 'unused', multiFactor: null }))))
  chmodSync(file, 0o600)
  vi.stubEnv('PROVIDERS_FILE', file)
}

test('the providers are those of the file that is named, whatever another named before, and it is read once', () => {
  listed('corp', 'lab')
  expect(allProviders().map(({ id }) => id)).toEqual(['corp', 'lab'])
  expect(allProviders()).toBe(allProviders())
  listed('strict')
  expect([findProvider('corp'), findProvider('strict')?.issuer]).toEqual([null, 'https://strict.example'])
  vi.stubEnv('PROVIDERS_FILE', undefined)
  expect(allProviders()).toEqual([])
})
