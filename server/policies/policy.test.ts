import { expect, test } from 'vitest'
import { platformPolicies } from '~/server/admission/policy'
import { kindsOf, shownOf } from './policy'

test('where the platform has said nothing and nothing is usual, an editor begins with what there is to say, and that is not taken before it is filled in', () => {
  for (const kind of Object.keys(platformPolicies)) {
    const { body, begins } = shownOf('everybody', kind, undefined)
    expect(body ?? begins, kind).not.toBeNull()
    if (body === null) expect(kindsOf('everybody', kind).schema.safeParse(begins).error?.issues.map(({ path }) => path.join('.')), kind).toEqual(['currency'])
  }
})
