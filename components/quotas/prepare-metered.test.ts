import { expect, test } from 'vitest'
import { prepareMetered } from './prepare-metered'

const peak = { namespace: 'red', gpu: '3420', cpu: null, memory: String(5 * 2 ** 29), hours: 12 }
test.each<[string, Parameters<typeof prepareMetered>, ReturnType<typeof prepareMetered>]>([
  ['GPUs to a tenth', ['nvidia.com/gpu', peak], { says: '3.4', why: null }],
  ['none used is nought', ['nvidia.com/gpu', { ...peak, gpu: '0' }], { says: '0', why: null }],
  ['many cores', ['cpu', { ...peak, cpu: '1234567' }], { says: '1,234.6', why: null }],
  ['what was not measured is unknown', ['cpu', peak], { says: '', why: 'No cluster measured enough of what was charged in the last 7 days.' }],
  ['where nothing was charged there is nothing to say', ['cpu', undefined], { says: '', why: 'Nothing was charged here in the last 7 days.' }],
  ['memory in GiB', ['memory', peak], { says: '2.5', why: null }],
  ['what clusters do not measure', ['storage', peak], { says: '', why: 'Clusters do not say how much storage is used.' }],
])('%s', (_says, given, expected) => { expect(prepareMetered(...given)).toEqual(expected) })
