import { expect, test } from 'vitest'
import { formatAmount, readAmount, typedAmount } from './amount'

const GiB = 2n ** 30n
test.each([
  ['cpu', 0n, '0 cores'],
  ['cpu', 1_000n, '1 core'],
  ['cpu', 16_000n, '16 cores'],
  ['cpu', 16_500n, '16.5 cores'],
  ['cpu', 1n, '0.001 cores'],
  ['cpu', 2_500_000n, '2,500 cores'],
  ['memory', 0n, '0 GiB'],
  ['memory', 128n * GiB, '128 GiB'],
  ['memory', GiB + GiB / 2n, '1.5 GiB'],
  ['memory', 2048n * GiB, '2,048 GiB'],
  ['memory', 1n, '1 B'],
  ['memory', 1536n, '1.5 KiB'],
  ['memory', GiB + 1n, '1,073,741,825 B'],
  ['nvidia.com/gpu', 4n, '4'],
  ['nvidia.com/gpu', 12_000n, '12,000'],
  ['nvidia.com/gpu-milli', 1_000n, '1 GPU'],
  ['nvidia.com/gpu-milli', 500n, '0.5 GPUs'],
  ['requests.storage', 9_223_372_036_854_775_807n, '9,223,372,036,854,775,807'],
])('%s %s is shown as %s', (resource, amount, says) => expect(formatAmount(resource, amount.toString())).toBe(says))

test.each([
  ['cpu', '16', '16000'],
  ['cpu', ' 16.5 ', '16500'],
  ['cpu', '0.0001', null],
  ['memory', '128', (128n * GiB).toString()],
  ['memory', '0.5', (GiB / 2n).toString()],
  ['memory', '0.1', null],
  ['nvidia.com/gpu', '6', '6'],
  ['nvidia.com/gpu-milli', '0.25', '250'],
  ['nvidia.com/gpu', '6.0', '6'],
  ['nvidia.com/gpu', '6.5', null],
  ['cpu', '', null],
  ['cpu', '-1', null],
  ['cpu', '1e3', null],
  ['cpu', '1,000', null],
  ['cpu', 'sixteen', null],
  ['memory', '9999999999999999999', null],
  ['nvidia.com/gpu', '9223372036854775807', '9223372036854775807'],
  ['nvidia.com/gpu', '9223372036854775808', null],
])('%s typed as "%s" is %s', (resource, typed, amount) => expect(readAmount(resource, typed)).toBe(amount))

test('what is typed reads back as what was shown', () => {
  for (const [resource, amount] of [['cpu', 16_500n], ['memory', 3n * GiB], ['nvidia.com/gpu', 12_000n]] as const) {
    expect(readAmount(resource, typedAmount(resource, amount.toString()))).toBe(amount.toString())
  }
})
