import { expect, test } from 'vitest'
import { sizeBounds } from '~/server/use/decide-size'
import { decideShrink, type Shrinking } from './decide-shrink'

const used = { samples: 200, most: '2400', whole: true }
const of: Shrinking = { has: 8n, wants: 3, reserved: false, byItself: false, used }
const decided = (more: Partial<Shrinking>) => {
  const shrunk = decideShrink({ ...of, ...more })
  return shrunk.ok ? (shrunk.repeats ? 'as it is' : 'smaller') : shrunk.refusal
}
const [platform, barely] = [{ byItself: true }, { ...used, samples: sizeBounds.samples - 1 }]

test.each<[string, Partial<Shrinking>, string]>([
  ['as many as it needs', {}, 'smaller'], ['more than it needs', { wants: 7 }, 'smaller'], ['one less than it needs', { wants: 2 }, 'below_need'], ['as many as it has', { wants: 8 }, 'as it is'], ['more than it has', { wants: 9 }, 'not_smaller'],
  ['exactly what it used', { used: { ...used, most: '3000' } }, 'smaller'], ['a thousandth less', { used: { ...used, most: '3001' } }, 'below_need'],
  ['a pod that used nothing keeps one', { wants: 1, used: { ...used, most: '0' } }, 'smaller'],
  ['no whole GPUs', { has: null }, 'no_whole_gpus'],
  ['its own people, of what nobody looked at', { wants: 1, used: null }, 'smaller'], ['its own people, of what was looked at too little', { used: barely }, 'smaller'], ['and of that not below what was seen', { wants: 2, used: barely }, 'below_need'],
  ['its own people, of what is reserved', { reserved: true }, 'smaller'],
  ['the platform, of what was looked at for six hours', { ...platform, used: { ...used, samples: sizeBounds.samples } }, 'smaller'], ['the platform, of less', { ...platform, used: barely }, 'use_unknown'],
  ['the platform, of what nobody looked at', { ...platform, used: null }, 'use_unknown'], ['the platform, of days of which not all was kept', { ...platform, used: { ...used, whole: false } }, 'use_unknown'], ['the platform, of what no cluster spoke of', { ...platform, used: { ...used, most: null } }, 'use_unknown'],
  ['the platform, below what it needs', { ...platform, wants: 2 }, 'below_need'], ['the platform, of what is reserved', { ...platform, reserved: true }, 'reserved'],
  ['reserved comes before no GPUs', { ...platform, reserved: true, has: null }, 'reserved'], ['no GPUs before not smaller', { has: null, wants: 9 }, 'no_whole_gpus'], ['not smaller before unknown', { ...platform, wants: 9, used: null }, 'not_smaller'], ['unknown before need', { ...platform, wants: 2, used: barely }, 'use_unknown'],
  ['what is as it is need not be known', { ...platform, wants: 8, used: null }, 'as it is'],
])('%s', (_says, more, expected) => { expect(decided(more)).toBe(expected) })
