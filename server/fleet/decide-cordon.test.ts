import { expect, test } from 'vitest'
import { decideCordon, decideUncordon } from './decide-cordon'

const [open, cordoned] = [{ cordon: null }, { cordon: { because: 'It is hot.' } }]
test.each<[string, Parameters<typeof decideCordon>, ReturnType<typeof decideCordon>, ReturnType<typeof decideUncordon>]>([
  ['a node that is not there', [null, 'It is hot.'], { ok: false, refusal: 'node_unknown' }, { ok: false, refusal: 'node_unknown' }],
  ['an open one', [open, 'It is hot.'], { ok: true, repeats: false }, { ok: true, repeats: true }],
  ['a cordoned one, for the same reason', [cordoned, 'It is hot.'], { ok: true, repeats: true }, { ok: true, repeats: false }],
  ['a cordoned one, for another reason', [cordoned, 'It is old.'], { ok: false, refusal: 'cordoned_already' }, { ok: false, refusal: 'cordoned_otherwise' }],
])('%s', (_says, [node, because], cordon, uncordon) => {
  expect(decideCordon(node, because)).toEqual(cordon)
  expect(decideUncordon(node, because)).toEqual(uncordon)
})
