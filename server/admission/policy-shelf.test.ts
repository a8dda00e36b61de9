import { expect, test } from 'vitest'
import type { Looking } from '~/server/database/lane'
import { policyFrom } from './policy'
import { PolicyShelf } from './policy-shelf'

type Sought = Parameters<Looking['policies']>[0]
const prohibited = { jurisdiction: null, allowed: ['eu-*'], prohibited: ['eu-secret-1'] }
const residency = { tenant_id: 'a', kind: 'residency', version: '1' }
const lane = (wait: Promise<void> = Promise.resolve()) => ({
  policies: async (ids: Sought) => {
    if (ids.length > 0) await wait
    return ids.map(({ tenant, kind, version }) => ({ tenant_id: tenant, kind, version, body: kind === 'residency' ? prohibited : { classes: ['low'] } }))
  },
}) as unknown as Looking

test('decided is by what is kept of a policy: the same names in the same order', async () => {
  const { policy, body } = (await new PolicyShelf().take(lane(), ['a'], [residency])).get('a') ?? {}
  expect(JSON.stringify(policy)).toBe(body)
  expect(JSON.stringify(policyFrom([]))).not.toBe(JSON.stringify((await new PolicyShelf().take(lane(), ['a'], [])).get('a')?.policy))
})
test('what is cleared away while somebody reads more is not taken for what nobody said', async () => {
  const shelf = new PolicyShelf()
  await shelf.take(lane(), ['a'], [residency])
  // As many versions as there are when thousands of tenants have policies of their own.
  await shelf.take(lane(), [], Array.from({ length: 9_998 }, (_, at) => ({ tenant_id: `t${at}`, kind: 'classes', version: '1' })))
  let answer: () => void = () => undefined
  const slow = new Promise<void>((resolve) => { answer = resolve })
  const versions = [residency, { tenant_id: 'a', kind: 'classes', version: '2' }]
  const reading = shelf.take(lane(slow), ['a'], versions)
  for (const other of ['b', 'c']) await shelf.take(lane(), [other], [{ tenant_id: other, kind: 'classes', version: '1' }])
  answer()
  expect((await reading).get('a')?.policy.residency).toEqual(prohibited)
  expect((await shelf.take(lane(), ['a'], versions)).get('a')?.policy.residency).toEqual(prohibited)
})
test('what was written is remembered of so many sets and no more, however long a process lives', async () => {
  const shelf = new PolicyShelf()
  const own = [...(await shelf.take(lane(), ['a'], [residency])).values()]
  const unwritten = () => shelf.unwritten(own).length
  shelf.keep(own.map(({ digest }) => digest))
  expect(unwritten()).toBe(0)
  shelf.keep(Array.from({ length: 99_998 }, (_, at) => `set-${at}`))
  shelf.keep(['last'])
  expect(unwritten()).toBe(0)
  shelf.keep(['one more'])
  expect(unwritten()).toBe(1)
})
test('one that holds and is not there ends the batch', async () => {
  const none = { policies: async () => [] } as unknown as Looking
  await expect(new PolicyShelf().take(none, ['a'], [residency])).rejects.toThrow('a|residency|1')
})
