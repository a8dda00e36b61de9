/**
 * What is wrong with an input, in words that go on after "It must be something that". A schema that knows better says so itself; these are for what every schema asks.
 * Said once for all of them, because the door parses what comes in at many places.
 */
import { z } from 'zod'

const kinds: Readonly<Record<string, string>> = { string: 'text', number: 'a number', int: 'a whole number', bigint: 'a whole number', boolean: 'true or false', array: 'a list', object: 'an object', record: 'an object', null: 'nothing' }
const formats: Readonly<Record<string, string>> = { email: 'is an e-mail address', uuid: 'is an id', guid: 'is an id', url: 'is an address that begins with https://', datetime: 'is a moment such as 2026-11-22T10:00:00Z', date: 'is a day such as 2026-11-22' }
const isOfLetters = (origin: string) => origin === 'string'
const isOfMany = (origin: string) => ['array', 'set', 'map', 'file'].includes(origin)

export const sayIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': return issue.input === undefined ? 'is said' : kinds[issue.expected] && `is ${kinds[issue.expected]}`
    case 'invalid_format': return formats[issue.format]
    case 'invalid_value': return `is ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_key': return issue.issues[0]?.message
    case 'unrecognized_keys': return `has no ${issue.keys.join(', ')}`
    case 'too_small':
      if (isOfLetters(issue.origin)) return issue.minimum === 1 ? 'is not empty' : `is ${issue.minimum} characters long at least`
      return isOfMany(issue.origin) ? `names ${issue.minimum === 1 ? 'one' : issue.minimum} at least` : issue.inclusive === false ? `is more than ${issue.minimum}` : `is ${issue.minimum} at least`
    case 'too_big':
      if (isOfLetters(issue.origin)) return `is ${issue.maximum} characters long at most`
      return isOfMany(issue.origin) ? `names ${issue.maximum} at most` : issue.inclusive === false ? `is less than ${issue.maximum}` : `is ${issue.maximum} at most`
    default: return undefined
  }
}
z.config({ customError: sayIssue })
