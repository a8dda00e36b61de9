import { expect, test } from 'vitest'
import { decideReturned, decideSealed, decideSigned, decideStreams, endOfSlice, leavesAtOnce, type LogFault, type Signed, type Standing, type Stream } from './decide-sealed'

const hash = (text: string | number) => Buffer.from(String(text).padEnd(32, '.'))
/** Five records of a stream stand in the log from place 10 on; what was sealed of each is its number. */
const run = { first: 10, tenant: 'a', stream: 'deed' as const, sequence: 3, count: 5 }
const leafAt = (position: number) => hash(position - 7)
const stream: Stream = { tenant: 'a', stream: 'deed', head: 7, sealed: 7, beyond: null }
const stands = (sequence: number, of: Partial<Standing> = {}): Standing => ({ tenant: 'a', stream: 'deed', sequence, hash: hash(sequence), inTime: true, ...of })
const all = [3, 4, 5, 6, 7].map((sequence) => stands(sequence))
const without = (...gone: number[]) => all.filter(({ sequence }) => !gone.includes(sequence))
const read = (faults: LogFault[]) => faults.map(({ kind, sequence, position }) => `${kind} ${sequence} at ${position}`)

test('one that was sealed somewhere else was moved here, whether or not that is in the same slice', () => {
  const moved = all.with(1, stands(4, { hash: hash('far away') }))
  const told = (isElsewhere: boolean) => read(decideSealed([run], moved, leafAt, [stream], undefined, (of) => isElsewhere && of.equals(hash('far away'))))
  expect([told(true), told(false)]).toEqual([['reordered 4 at 11'], ['edited 4 at 11']])
})
test.each<[string, number[], number]>([
  ['what there is', [1, 1_000, 7], 1_008], ['nothing', [], 0], ['all that there is room for', [leavesAtOnce - 1, 1], leavesAtOnce], ['whole runs alone', [leavesAtOnce - 1, 2, 1], leavesAtOnce - 1],
  ['one run in any case', [leavesAtOnce + 1, 1], leavesAtOnce + 1],
])('a slice is %s', (_says, counts, end) => {
  const firsts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  expect(endOfSlice(counts.map((count, at) => ({ first: (firsts[at] ?? 0) + 50, count })), 50) - 50).toBe(end)
})
test('a slice ends where the next run is not', () => { expect(endOfSlice([{ first: 0, count: 5 }, { first: 6, count: 5 }], 0)).toBe(5) })

test.each<[string, Standing[], Stream, string[]]>([
  ['what was sealed', all, stream, []],
  ['one with other bytes', all.with(1, stands(4, { hash: hash('other') })), stream, ['edited 4 at 11']],
  ['one that is gone', without(5), stream, ['deleted 5 at 12']],
  ['several that are gone', without(3, 5), stream, ['deleted 3 at 10', 'deleted 5 at 12']],
  ['the end of it gone', without(6, 7), stream, ['truncated 6 at 13']],
  ['all of it gone', [], stream, ['truncated 3 at 10']],
  ['the end of a run gone, with more of the stream behind it', without(6, 7), { ...stream, sealed: 12 }, ['deleted 6 at 13', 'deleted 7 at 14']],
  ['two in each other’s place', all.with(0, stands(3, { hash: hash(4) })).with(1, stands(4, { hash: hash(3) })), stream, ['reordered 3 at 10', 'reordered 4 at 11']],
  ['a second one under a number', [...all, stands(5, { hash: hash('other') })], stream, ['inserted 5 at 12']],
  ['one that another time was written to', all.with(2, stands(5, { inTime: false })), stream, ['clock 5 at 12']],
  ['another stream’s', [...all, stands(5, { stream: 'access' })], stream, []],
])('%s', (_says, standing, of, faults) => expect(read(decideSealed([run], standing, leafAt, [of]))).toEqual(faults))

test.each<[string, Partial<Stream>, string[]]>([
  ['as far as it is sealed', {}, []], ['further than it is sealed', { head: 9 }, []], ['back behind it', { head: 5 }, ['truncated 6 at null']], ['a record beyond the last number', { beyond: 8 }, ['inserted 8 at null']],
  ['both', { head: 5, beyond: 6 }, ['truncated 6 at null', 'inserted 6 at null']],
])('a stream that has come %s', (_says, of, faults) => expect(read(decideStreams([{ ...stream, ...of }]))).toEqual(faults))

const signed = (size: number, of: Partial<Signed> = {}): Signed => ({ size, at: size, opened: { size, root: hash(size) }, ...of })
const begun = { at: 0, isRewritten: false }
test.each<[string, Signed[], string[]]>([
  ['checkpoints of what the leaves come to', [signed(1), signed(4), signed(9)], []],
  ['one that another signed', [signed(1), signed(4, { opened: null }), signed(9)], ['resealed null at 4']],
  ['one of another tree: the first is told, and no other', [signed(1), signed(4, { opened: { size: 4, root: hash('other') } }), signed(9, { opened: { size: 9, root: hash('other') } })], ['rewritten null at 4']],
  ['one of another size than it stands for', [signed(4, { opened: { size: 3, root: hash(3) } })], ['rewritten null at 4']],
  ['one that was signed before an earlier one', [signed(4), signed(9, { at: 3 })], ['clock null at 9']],
])('%s', (_says, checkpoints, faults) => expect(read(decideSigned(checkpoints, hash, begun).faults)).toEqual(faults))
test('what was found of earlier ones goes on counting', () => {
  const { after } = decideSigned([signed(4, { opened: { size: 4, root: hash('other') }, at: 50 })], hash, begun)
  expect(after).toEqual({ at: 50, isRewritten: true })
  expect(read(decideSigned([signed(9, { opened: { size: 9, root: hash('other') } })], hash, after).faults)).toEqual(['clock null at 9'])
})

test('a month that was taken away and of which something stands is named once; of one that stands as it should, or is gone, nothing is said', () => {
  const takenWith = (_tenant: string, _stream: string, sequence: number) => (sequence < 5 ? '2024-01' : sequence === 5 ? '2024-02' : null)
  expect([decideReturned(all, takenWith), decideReturned(without(3, 4), takenWith), decideReturned(without(3, 4, 5), takenWith), decideReturned([], takenWith)]).toEqual([['2024-01', '2024-02'], ['2024-02'], [], []])
  expect(decideSealed([run], all, leafAt, [stream], takenWith)).toEqual([])
})
