import { expect, test } from 'vitest'
import { type Day, decideSmaller, type Given } from './decide-smaller'

const gpu = 'nvidia.com/gpu'
const given: Given = { pods: 2, resources: ['cpu', gpu], amounts: [8_000n, 8n] }
const day = (podMost: bigint | null, samples = 36): Day => ({ samples, podMost })
const two = { gpus: 2, gpusBefore: 4, resource: gpu, back: '4' }

test.each<[string, Partial<Given>, Day[], ReturnType<typeof decideSmaller>]>([
  ['what its busiest pod used at its most, in whole GPUs of each pod', {}, [day(1_001n)], two],
  ['the most of all days counts', {}, [day(100n), day(2_000n), day(900n)], two],
  ['a pod keeps one', {}, [day(0n)], { ...two, gpus: 1, back: '6' }],
  ['all that it has is needed', {}, [day(3_001n)], null],
  ['one look less than enough', {}, [day(1_001n, 35)], null],
  ['looks of several days are looks', {}, [day(1_001n, 18), day(900n, 18)], two],
  ['of one day its busiest pod is not known', {}, [day(1_001n), day(null)], null],
  ['nobody looked', {}, [], null],
  ['parts of a GPU', { resources: ['nvidia.com/gpu-milli'], amounts: [500n] }, [day(100n)], null],
  ['GPUs of two kinds', { resources: [gpu, 'amd.com/gpu'], amounts: [8n, 8n] }, [day(100n)], null],
])('%s', (_says, more, days, expected) => { expect(decideSmaller({ ...given, ...more }, days)).toEqual(expected) })
