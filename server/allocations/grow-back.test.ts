import { expect, test } from 'vitest'
import type { AccountFacts } from '~/server/ledger/account'
import { decideGrowBack } from './grow-back'

const gpu = 'nvidia.com/gpu'
const account = (hard: string, used: string): AccountFacts => ({ id: 'platform/o/a/red', level: 'namespace', version: '1', standing: { [gpu]: ['0', hard, used, '0', '0'] } })
const place = { region: 'eu-one-1', cluster: 'c', each: { cpuMilli: 0, memoryBytes: 0, gpuMilli: 1_000 }, pods: [{ node: 'n', gpus: [0, 1] }, { node: 'n', gpus: [2, 3] }] }
type Facts = Parameters<typeof decideGrowBack>[0]
const living: Facts['living'] = { state: 'running', amounts: { [gpu]: '4' }, reserved: false, preemptible: true, burst: false, heldUntil: null, endsAt: null, waits: false, mayWait: false, preemptions: 0 }
const of: Facts = {
  allocation: 'x', living, happening: 'resize', until: { endsAt: null, endMax: null }, theirs: true, frozen: false, now: '2026-11-24T12:00:00.000Z', accounts: [account('8', '4')], pods: 2, resource: gpu, devices: '4', placement: place, wish: null,
  wants: 4, from: 2, namespace: 'open', tenantFrozen: false, ahead: [], grown: place, lost: false,
}
test.each<[string, Partial<Facts>, object]>([
  ['as many as it had', {}, { ok: true, repeats: false }],
  ['what was placed nowhere', { placement: null, grown: null }, { ok: true, repeats: false }],
  ['as many as it has again', { living: { ...living, amounts: { [gpu]: '8' } }, tenantFrozen: true }, { ok: true, repeats: true }],
  ['what is over', { living: { ...living, state: 'released' } }, { ok: false, refusal: 'over' }],
  ['what was made smaller still', { living: { ...living, amounts: { [gpu]: '2' } }, tenantFrozen: true }, { ok: false, refusal: 'resized_meanwhile' }],
  ['in a frozen tenant', { tenantFrozen: true, namespace: 'frozen' }, { ok: false, refusal: 'tenant_frozen' }],
  ['in a frozen namespace', { namespace: 'frozen', lost: true }, { ok: false, refusal: 'namespace_frozen' }],
  ['in a closed one', { namespace: 'closed' }, { ok: false, refusal: 'namespace_closed' }],
  ['where there is a disaster', { lost: true, accounts: [account('7', '4')] }, { ok: false, refusal: 'region_lost' }],
  ['where there is room for less', { accounts: [account('7', '4')], grown: null }, { ok: false, refusal: 'quota_exceeded' }],
  ['where somebody waits who comes first', { ahead: [`platform/o/a/red ${gpu}`] }, { ok: false, refusal: 'others_wait' }],
  ['where its nodes have none free', { grown: null }, { ok: false, refusal: 'nodes_taken_meanwhile' }],
])('%s', (_says, more, answer) => { expect(decideGrowBack({ ...of, ...more })).toEqual(answer) })
