import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CreateAllocation } from '~/server/allocations/create-allocation'
import { routes } from '~/server/machine/routes'
import { printCommand, printManifest } from './print-wish'

const hard = `It’s "quoted", $HOME \`id\` \\ and: - # odd\nyes`
const wish = CreateAllocation.parse({
  tenant: 'aurora', namespace: 'training', name: 'yes', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '4', cpu: '500m' }, models: ['A100', 'H100'], region: 'eu-central-1', hours: 24, labels: { 'cost-center': '007' }, purpose: hard, pod: null, claims: [], waits: true,
})
const bare = CreateAllocation.parse({ ...wish, models: [], region: null, hours: null, labels: {}, waits: false, purpose: "It's Ada's." })

test('a manifest is read back as what was asked for, whatever stands in its texts', () => {
  expect(parse(printManifest(wish))).toEqual({
    apiVersion: 'bailiwick/v1', kind: 'Allocation', metadata: { name: 'yes', namespace: 'training', labels: { 'cost-center': '007' } },
    spec: { tenant: 'aurora', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '4', cpu: '500m' }, purpose: hard, models: ['A100', 'H100'], region: 'eu-central-1', hours: 24, waits: true },
  })
  expect(parse(printManifest(bare))).toEqual({ apiVersion: 'bailiwick/v1', kind: 'Allocation', metadata: { name: 'yes', namespace: 'training' }, spec: { tenant: 'aurora', class: 'normal', pods: 2, each: bare.each, purpose: bare.purpose } })
})
test('a command says to the machine door what the form says, and a shell reads nothing else in it', () => {
  const route = routes.find(({ action }) => action === 'allocations.create')
  for (const asked of [wish, bare]) {
    const key = '0199f0e2-7a3c-7c1e-8f52-3d9d2b0a4c11'
    const heard = execFileSync('sh', ['-c', `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${printCommand(asked, key)}`], { env: { ...process.env, BAILIWICK_URL: 'http://there', TOKEN: 'secret' }, encoding: 'utf8' }).split('\0')
    expect(heard.slice(0, -3)).toEqual([`http://there${route?.path.replace('{tenant}', 'aurora')}`, '-H', 'Authorization: Bearer secret', '-H', `Idempotency-Key: ${key}`, '-H', 'Content-Type: application/json'])
    expect(CreateAllocation.parse({ tenant: 'aurora', ...route?.unsaid, ...JSON.parse(heard.at(-2) ?? '') })).toEqual(asked)
  }
})
