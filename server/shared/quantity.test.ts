import { expect, test } from 'vitest'
import { amountMax } from './amount'
import { parseQuantity, printQuantity, type QuantityRefusal } from './quantity'

const cases: [resource: string, text: string | number, expected: bigint | QuantityRefusal][] = [
  ['cpu', '8000m', 8000n], ['cpu', '8', 8000n], ['cpu', 8, 8000n], ['cpu', '0.5', 500n], ['cpu', 0.5, 500n], ['cpu', '.5', 500n], ['cpu', '5.', 5000n], ['cpu', '+1', 1000n], ['cpu', '1e-3', 1n],
  ['cpu', '1000000u', 1000n], ['cpu', '2000000n', 2n], ['cpu', '1k', 1_000_000n], ['cpu', '0.001', 1n], ['cpu', '0.0010', 1n], ['cpu', '1.5m', 'below_smallest_unit'], ['cpu', '0.0005', 'below_smallest_unit'],
  ['cpu', '1u', 'below_smallest_unit'], ['cpu', '1Ki', 1_024_000n], ['requests.cpu', '2', 2000n], ['limits.cpu', '250m', 250n],
  ['memory', '32Gi', 34_359_738_368n], ['memory', '1.5Gi', 1_610_612_736n], ['memory', '100M', 100_000_000n], ['memory', '100m', 'below_smallest_unit'], ['memory', '2000m', 2n], ['memory', '0.5Ki', 512n],
  ['memory', '0.1Ki', 'below_smallest_unit'], ['memory', '1e3', 1000n], ['memory', '1E3', 1000n], ['memory', '1E+3', 1000n], ['memory', '12.5e2', 1250n], ['memory', '1E', 10n ** 18n], ['memory', '1e', 'not_a_quantity'],
  ['memory', '7Ei', 7n * 2n ** 60n], ['memory', '8Ei', 'too_large'], ['memory', '9223372036854775807', amountMax], ['memory', '9223372036854775808', 'too_large'], ['memory', '1e999999999', 'too_large'],
  ['memory', '1e-999999999', 'below_smallest_unit'], ['memory', '0e999999999', 0n], ['memory', '0E-5', 0n], ['memory', '-0', 0n], ['memory', '1e9999999999', 'not_a_quantity'], ['memory', 1e21, 'too_large'],
  ['memory', '00032Mi', 33_554_432n], ['memory', `${'0'.repeat(64)}1`, 'not_a_quantity'], ['memory', `1${'0'.repeat(59)}e-59`, 1n],
  ['nvidia.com/gpu', '4', 4n], ['nvidia.com/gpu', 4, 4n], ['nvidia.com/gpu', '4000m', 4n], ['nvidia.com/gpu', '0.5', 'below_smallest_unit'], ['nvidia.com/gpu', '500m', 'below_smallest_unit'], ['nvidia.com/gpu', '0', 0n],
  ['nvidia.com/gpu', '-1', 'negative'], ['cpu', '-100m', 'negative'], ['cpu', -2, 'negative'], ['cpu', '-0.1e-9', 'negative'],
  ...['', ' ', '.', '+', '-', '+.', 'm', 'Gi', 'e3', '.e3', '1.1.M', '1+1.0M', '0.1mi', '0.1am', 'aoeu', '.5i', '1i', '-3.01i', '-3.01e-', '1 ', ' 1', '1 Gi', '++1', '--1', '1KI', '1gi', '1K', '1mi', '1ki', '1e3Ki', '1Kie3',
    '1e1.5', '0x10', '1_000', '1,5', '١', '1\n', 'NaN', 'Infinity', Number.NaN, Number.POSITIVE_INFINITY].map((text): [string, string | number, QuantityRefusal] => ['memory', text, 'not_a_quantity']),
]
test.each(cases)('%s %j', (resource, text, expected) => {
  expect(parseQuantity(text, resource)).toEqual(typeof expected === 'bigint' ? { ok: true, amount: expected } : { ok: false, refusal: expected })
})
test.each([
  ['cpu', 8000n, '8'], ['cpu', 500n, '500m'], ['cpu', 1_000_000n, '1000'], ['cpu', 0n, '0'], ['memory', 34_359_738_368n, '32Gi'], ['memory', 100_000_000n, '100M'], ['memory', 1_610_612_736n, '1536Mi'],
  ['memory', 0n, '0'], ['memory', 1023n, '1023'], ['memory', 1000n, '1k'], ['requests.storage', 2n ** 40n, '1Ti'], ['hugepages-2Mi', 2n ** 21n, '2Mi'], ['nvidia.com/gpu', 1000n, '1000'], ['pods', 1024n, '1024'],
])('%s of %d is written %s', (resource, amount, text) => { expect(printQuantity(amount, resource)).toBe(text) })
test('what is written is read back as the same amount', () => {
  const amounts = [0n, 1n, 999n, 1000n, 1001n, 1023n, 1024n, 1025n, 2n ** 31n, 10n ** 18n, 2n ** 60n, 2n ** 62n, amountMax]
  for (const resource of ['cpu', 'memory', 'storage', 'nvidia.com/gpu']) for (const amount of amounts) expect(parseQuantity(printQuantity(amount, resource), resource)).toEqual({ ok: true, amount })
})
test('what was read before of another pair has no part in what is read', () => {
  expect([parseQuantity('1', 'Gi memory'), parseQuantity('1 Gi', 'memory'), parseQuantity('1 Gi memory', ''), parseQuantity('1', 'Gi memory')])
    .toEqual([{ ok: true, amount: 1n }, { ok: false, refusal: 'not_a_quantity' }, { ok: false, refusal: 'not_a_quantity' }, { ok: true, amount: 1n }])
})
