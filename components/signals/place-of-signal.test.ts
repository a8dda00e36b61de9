import { expect, test } from 'vitest'
import { placeOfSignal } from './place-of-signal'

test.each<[Parameters<typeof placeOfSignal>[0], string | null]>([
  [{ kind: 'allocations.mining', body: {}, case: 'c1' }, '/platform/cases/c1'], [{ kind: 'residency.violated', body: {}, case: null }, '/platform/residency'],
  [{ kind: 'control.violated', body: { control: 'rows' }, case: null }, '/platform/controls?control=rows'], [{ kind: 'control.violated', body: { control: 1 }, case: null }, '/platform/controls'],
  [{ kind: 'allocations.over_quota', body: {}, case: null }, null],
])('%j leads to %s', (signal, path) => expect(placeOfSignal(signal)).toBe(path))
