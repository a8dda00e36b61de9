import { expect, test } from 'vitest'
import { sayBound, sayOne } from './say-bound'

const figures = { limit: '16000', used: '9500', held: '2000', unexplained: '0', free: '4500' }
test('one of it is said in the unit that people think in', () => expect(['cpu', 'memory', 'nvidia.com/gpu'].map(sayOne)).toEqual(['1 core', '1 GiB', '1 nvidia.com/gpu']))
test('a limit says what is left of it and what it is made of; one above says only whether it fits', () => {
  expect(sayBound({ level: 'namespace', fits: true, figures, binds: true }, 'cpu')).toBe('Namespace: 4.5 left of 16 cores (9.5 used, 2 held).')
  expect(sayBound({ level: 'tenant', fits: false, figures: { ...figures, unexplained: '4500', free: '0' }, binds: true }, 'cpu')).toBe('Tenant: 0 left of 16 cores (9.5 used, 2 held, 4.5 unexplained).')
  expect(sayBound({ level: 'tenant', fits: false, figures, binds: true }, 'cpu')).toBe('Tenant: 4.5 left of 16 cores (9.5 used, 2 held): others come first.')
  expect(sayBound({ level: 'organisation', fits: false, figures: null, binds: false }, 'cpu')).toBe('Organisation: it does not fit.')
})
