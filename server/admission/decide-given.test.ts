/** Guarantee: whatever reckons as a GPU does counts where devices need somebody's yes, and is counted once. */
import { expect, test } from 'vitest'
import { isDevice } from './decide-given'

test.each([
  ['nvidia.com/gpu', true], ['amd.com/gpu', true], ['nvidia.com/gpu.shared', true], ['nvidia.com/mig-1g.5gb', true], ['nvidia.com/mig-3g.20gb.shared', true], ['google.com/tpu', true], ['huawei.com/npu', true],
  ['habana.ai/gaudi', true], ['aws.amazon.com/neuroncore', true], ['gpu.intel.com/i915', true],
  // Its parts are counted by the pod.
  ['nvidia.com/gpu-milli', false],
  ['cpu', false], ['memory', false], ['example.com/seat', false], ['nvidia.com/gpumem', false], ['example.com/output', false],
  // What is asked for by its class is a claim's, which is counted already.
  ['deviceclass.resource.kubernetes.io/gpu', false],
])('%s is a device: %s', (resource, is) => { expect(isDevice(resource)).toBe(is) })
