import { expect, test } from 'vitest'
import type { RuleFacts } from './decide-rules'
import { type TryRefusal, tryOnEach, tryRule } from './try-rule'

const facts: RuleFacts = {
  spec: { name: 'a'.repeat(500), list: Array.from({ length: 64 }, (_, at) => at) }, tenant: { id: 'north' }, namespaceObject: { id: 'training' }, labels: {}, person: { roles: [], machine: false }, class: 'normal', gpus: 9n, now: '2026-11-21T12:00:00.000Z',
}
const nested = (levels: number, list: string) => `${Array.from({ length: levels }, (_, at) => `${list}.all(v${at}, `).join('')}true${')'.repeat(levels)}`

/** That each of them answers at all is half of the assertion: outside of a thread that is ended, the first would not for hours. */
const attacks: [says: string, expression: string, expected: (TryRefusal | boolean)[]][] = [
  ['sixty-four to the sixth turns', nested(6, 'spec.list'), ['out_of_time']], ['the same in a list of its own', nested(4, `[${Array(300).fill(1)}]`), ['out_of_time']],
  ['lists that grow', 'spec.list.map(a, spec.list.map(b, spec.list.map(c, spec.list))).size() == 0 || spec.list.map(a, spec.list.map(b, spec.list.map(c, spec.list.map(d, [a, b, c, d])))) == []', ['out_of_time', 'out_of_memory']],
  ['twenty thousand terms', `${'1+'.repeat(20_000)}1 > 0`, ['too_long']], ['five thousand terms', `${'1+'.repeat(5_000)}1 == 5001`, ['out_of_time', 'not_evaluated', true]], ['five thousand deep', `${'['.repeat(5_000)}${']'.repeat(5_000)} == []`, ['out_of_time', 'not_evaluated']], ['a megabyte of text', `'${'a'.repeat(1_000_000)}' == class`, ['too_long']],
]
test.each(attacks)('%s', async (_says, expression, expected) => {
  const tried = await tryRule(expression, facts)
  expect(expected).toContain(tried.ok ? tried.value : tried.refusal)
})
/** With all the time that a busy machine may need: what these come to is not a matter of time. */
test.each<[says: string, expression: string, expected: TryRefusal | boolean]>([
  ['a pattern that others go back in', "spec.name.matches('^(a|aa)+$')", true], ['what is no CEL', 'gpus >', 'not_evaluated'], ['what fails', 'spec.nothing == 1', 'not_evaluated'], ['a number', 'gpus', 'not_evaluated'],
  ['what is as it should be', "gpus > 8 && now > timestamp('2026-01-01T00:00:00Z') && spec.list[63] == 63", true], ['the other way round', 'gpus > 9', false], ['what may be tried and not enforced', nested(3, 'spec.list'), true],
])('%s', async (_says, expression, expected) => {
  const tried = await tryRule(expression, facts, 30_000)
  expect(tried.ok ? tried.value : tried.refusal).toBe(expected)
})
test('more than four at once are told to wait, facts too large are not shown, and afterwards there is room again', async () => {
  const attack = nested(6, 'spec.list')
  const answers = await Promise.all(Array.from({ length: 20 }, () => tryRule(attack, facts)))
  expect(answers.filter((tried) => !tried.ok && tried.refusal === 'out_of_time')).toHaveLength(4)
  expect(answers.filter((tried) => !tried.ok && tried.refusal === 'busy')).toHaveLength(16)
  expect(await tryRule('gpus > 8', { ...facts, class: 'a'.repeat(64) })).toMatchObject({ ok: false, refusal: 'too_much' })
  expect(await tryRule('gpus > 8', facts, 30_000)).toEqual({ ok: true, value: true })
})
test('this process goes on while a rule does not', async () => {
  const trying = tryRule(nested(6, 'spec.list'), facts)
  let turns = 0
  const turn = setInterval(() => { turns++ }, 1)
  await trying
  clearInterval(turn)
  expect(turns).toBeGreaterThan(10)
})
test('one after another, each is shown its own facts; what is ended does not end the next, and when the time is up no more is tried', async () => {
  const each = [9n, 1n, 20n].map((gpus): RuleFacts => ({ ...facts, gpus }))
  const came = (tried: Awaited<ReturnType<typeof tryOnEach>>) => tried.map((one) => (one.ok ? one.value : one.refusal))
  expect(came(await tryOnEach('gpus > 8', [...each, { ...facts, class: 'a'.repeat(64) }, ...each], () => false, 30_000))).toEqual([true, false, true, 'too_much', true, false, true])
  expect(came(await tryOnEach(`gpus > 8 && ${nested(6, 'spec.list')}`, each, () => false, 1_000))).toEqual(['out_of_time', false, 'out_of_time'])
  let left = 2
  expect(came(await tryOnEach('gpus > 8', each, () => left-- === 0, 30_000))).toEqual([true, false])
})
