import { expect, test } from 'vitest'
import { templateOf } from '~/server/namespaces/decide-template'
import { attributesOf, begun, wishOf } from './wish'

const plain = { title: 'Green', environment: 'test', costCentre: 'cc-1', owner: null, isolation: 3, podSecurity: null, labels: { team: 'vision', 'a.example/b': 'c=d' } } as const
const empty = { title: '', environment: '', costCentre: '', owner: '', isolation: '', podSecurity: '', labels: '' }

test('what a namespace is comes back out of the form as it went in', () => { expect(attributesOf(wishOf(plain))).toEqual(plain) })
test('spaces around a label are nobody’s, and a line without a value is a key that says nothing', () => {
  expect(attributesOf({ ...wishOf(plain), labels: ' team = vision \n\n alone ' }).labels).toEqual({ team: 'vision', alone: '' })
})
test('a template says what nobody said, and nothing else', () => {
  expect(begun(empty, templateOf('apart'), 1)).toMatchObject({ environment: 'test', podSecurity: 'restricted', isolation: '2' })
  expect(begun({ ...empty, environment: 'staging', isolation: 'own' }, templateOf('apart'), 1)).toMatchObject({ environment: 'staging', podSecurity: 'restricted', isolation: 'own' })
})
test('a tenant that is kept as hard already is not asked for more', () => { expect(begun(empty, templateOf('apart'), 2)).toMatchObject({ isolation: 'own' }) })
