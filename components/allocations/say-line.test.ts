import { expect, test } from 'vitest'
import { checks } from '~/server/admission/decide'
import type { Json } from '~/server/shared/canonical'
import { checksWithWords, checkWord, sayLine } from './say-line'

const cases: [check: string, saw: Json, says: string][] = [
  ['tenant', { tenant: 'aurora', frozen: false }, 'The tenant aurora is active.'],
  ['amounts', { pods: 2, each: { 'nvidia.com/gpu': '2' }, all: { cpu: '2000', memory: '4294967296', 'nvidia.com/gpu': '4' } }, '2 pods: 4 GPUs, 2 cores, memory 4 GiB in all.'],
  ['amounts', { pods: 1, each: {}, all: { cpu: '500' } }, '1 pod: 0.5 cores in all.'],
  ['namespace', { namespace: 'tune', state: 'open', environment: 'staging' }, 'The namespace tune is open, for staging.'],
  ['namespace', { namespace: 'tune', state: null, environment: null }, 'The namespace tune is open.'],
  ['limits', { perPod: { cpu: '1000', 'nvidia.com/gpu': '1' }, injected: ['cpu'] }, 'Each pod asks for 1 GPU, 1 core: no more than one pod may.'],
  ['labels', { name: 'tune', labels: { 'cost-center': 'ml-7' } }, 'The name tune is as names are here, and cost-center is ml-7.'],
  ['labels', { name: 'tune', labels: {} }, 'The name tune is as names are here.'],
  ['podSecurity', { pods: [] }, 'No pod was described: there is nothing to look at.'],
  ['podSecurity', { level: 'baseline', pods: [{ name: 'tune' }] }, 'What was described is as the level baseline asks.'],
  ['claims', { claims: [], devices: '0', byClass: {}, signals: [] }, 'No device is claimed.'],
  ['claims', { claims: [{ name: 'claims[0]', copies: '2' }], devices: '2', byClass: {}, signals: [] }, '1 claim can come to 2 devices.'],
  ['rules', [], 'There are no rules of the organisation or the tenant.'],
  ['rules', [{ rule: 'nights', effect: 'deny', mode: 'shadow', outcome: 'applies', because: null, exception: null }], '1 rule was asked, and none objects.'],
  ['rules', [{ rule: 'a' }, { rule: 'b' }], '2 rules were asked, and none objects.'],
  ['residency', { jurisdiction: 'eu', allowed: ['eu-*'], prohibited: [], asked: null, regions: ['eu-central-1', 'eu-north-1'] }, 'It may be placed in eu-central-1, eu-north-1.'],
  ['priority', { class: 'normal', devices: '4' }, 'The class normal is open to whoever asks, and 4 devices need nobody’s yes.'],
  ['priority', { class: 'normal', devices: '1' }, 'The class normal is open to whoever asks, and 1 device needs nobody’s yes.'],
  ['priority', { class: 'low', devices: '0' }, 'The class low is open to whoever asks.'],
  ['duration', { hours: 24, hoursMax: 720 }, '24 hours of at most 720.'],
  ['duration', { hours: null, hoursMax: 720 }, 'No end was named: it may last 720 hours.'],
  ['name', { name: 'tune', taken: false }, 'Nothing else in the namespace is called tune.'],
  ['pending', { pending: 1, pendingMax: 100 }, '1 request of the namespace waits; 100 may.'],
  ['pending', { pending: 0, pendingMax: 100 }, '0 requests of the namespace wait; 100 may.'],
  ['quota', { requested: { cpu: '1' }, fits: [{ account: 'x', level: 'tenant', resource: 'cpu', fits: true, figures: null }] }, 'Every account on the way has room.'],
  ['quota', { requested: {}, fits: [] }, 'Nothing is charged.'],
  ['placement', { places: false, because: 'no_nodes' }, 'No node is chosen here.'],
  ['placement', { places: false, because: 'held' }, 'It is placed when somebody has said yes.'],
  ['placement', { places: true, fits: true, region: 'eu-central-1', cluster: 'fra' }, 'There is room in eu-central-1, in the cluster fra.'],
  ['placement', { places: true, fits: true, region: 'eu-central-1', cluster: 'fra', pools: ['gpu'], nodes: ['n1', 'n2'], nodesInAll: 5 }, 'There is room in eu-central-1, in the cluster fra: n1, n2 and 3 more.'],
]
test.each(cases)('%s that saw %j says "%s"', (check, saw, says) => { expect(sayLine({ check, says: null, saw })).toBe(says) })

test('every check that admission asks has a sentence and a word of its own', () => {
  const asked = checks.map(({ name }) => name)
  expect(new Set(cases.map(([check]) => check))).toEqual(new Set(asked))
  expect([...checksWithWords].sort()).toEqual([...asked].sort())
})
test('what a check said itself is told as it said it', () => { expect(sayLine({ check: 'quota', says: 'Quota exceeded: GPU limit 4, used 0, requested 9', saw: {} })).toBe('Quota exceeded: GPU limit 4, used 0, requested 9') })
test('a check that is not known here, even one called as an object’s own, is no fault', () => {
  for (const check of ['weather', 'constructor', '__proto__']) expect([sayLine({ check, says: null, saw: null }), checkWord(check)]).toEqual(['Nothing was found against it.', check])
})
test.each<Json>([null, 7, 'text', [], {}, [[]], { all: 'x', fits: null, regions: [1, null], pods: {}, hours: 'long' }])('whatever was kept of it (%j), every check says a sentence', (saw) => {
  for (const { name } of checks) expect(sayLine({ check: name, says: null, saw })).toMatch(/^[A-Z0-9].*\.$/)
})
