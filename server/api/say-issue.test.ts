import { expect, test } from 'vitest'
import { z } from 'zod'
import { Email, Handle, Instant, named, Prose, Resource, Title, Uuid } from './inputs'

const says = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues.map(({ message }) => message)
test.each<[what: string, schema: z.ZodType, given: unknown, says: string]>([
  ['what was left empty', Prose, '', 'is not empty'], ['what is missing', z.strictObject({ reason: Prose }), {}, 'is said'],
  ['what is too long', Title, 'x'.repeat(121), 'is 120 characters long at most'], ['what is too short', z.string().min(15), 'x', 'is 15 characters long at least'],
  ['what is no text', Prose, 7, 'is text'], ['what is no number', z.number(), 'x', 'is a number'], ['what is no whole number', z.int(), 1.5, 'is a whole number'],
  ['a number below', z.number().min(2), 1, 'is 2 at least'], ['a number above', z.number().max(2), 3, 'is 2 at most'], ['a number not above', z.number().gt(2), 2, 'is more than 2'],
  ['an empty list', z.array(z.string()).min(1), [], 'names one at least'], ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'names 1 at most'],
  ['no such choice', z.enum(['light', 'dark']), 'grey', 'is one of light, dark'], ['no such word', z.literal('yes'), 'no', 'is yes'],
  ['no address', Email, 'ada', 'is an e-mail address'], ['no id', Uuid, 'ada', 'is an id'], ['no moment', Instant, '2026', 'is a moment such as 2026-11-22T10:00:00Z'],
  ['what is neither', z.boolean(), 'yes', 'is true or false'], ['no name', named(Resource, z.string()), { CPU: '1' }, 'is the name of a resource, such as cpu or nvidia.com/gpu'],
  ['a moment that is written longer', Instant, '2026-11-22T10:00:00.123456+00:00', 'is a moment in UTC, to the millisecond at most, such as 2026-11-22T10:00:00Z'],
  ['what nobody asked', z.strictObject({}), { more: 1 }, 'has no more'],
])('%s is told in words', (_what, schema, given, wanted) => { expect(says(schema, given)).toEqual([wanted]) })
test('a schema that knows better says so itself', () => { expect(says(Handle, 'A')).toEqual(['is lower-case letters, digits and hyphens, a letter first and no hyphen last']) })
