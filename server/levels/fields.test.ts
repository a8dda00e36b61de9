/** Every field that can be sent is one that the record may keep, or stands here with why it may not. A new one fails until somebody has said which. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedures } from '~/server/api/router'
import { boundsOf } from './decide-level'
import { isSecretName } from './decide-redaction'
import { fieldsOf } from './fields'

/** What is left out of whatever is asked. */
const left = {
  secret: ['attestation', 'code', 'proof', 'token', 'used'],
  personal: ['admin', 'email', 'emails', 'label'],
  'what somebody looked for, and where in a list they are': ['actors', 'after', 'before', 'find', 'query'],
  'another’s question, or a document of somebody’s own': ['action', 'input', 'document'],
} as const

/** The fields of a schema, and of a list of such: what stands below what is kept whole is kept with it. */
function fieldsIn(schema: unknown, resource: string, found: Map<string, 'no' | 'itself' | 'all'>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const keeps = fieldsOf(resource).keeps(name)
    found.set(name, keeps)
    if (keeps === 'itself') fieldsIn(inner, resource, found)
  }
  for (const part of Object.values(rest)) if (Array.isArray(part)) for (const one of part) fieldsIn(one, resource, found); else fieldsIn(part, resource, found)
}
test('what is left out of what can be asked is this, and everything else is kept', () => {
  const leaving = new Map<string, string>()
  const secrets: string[] = []
  for (const { path, input } of procedures) {
    const [resource = '', verb = ''] = path.split('.')
    if (boundsOf({ resource, verb }, 'done').most === 'Metadata') continue
    const found = new Map<string, 'no' | 'itself' | 'all'>()
    fieldsIn(z.toJSONSchema(input as z.ZodType, { unrepresentable: 'any', io: 'input' }), resource, found)
    for (const [name, keeps] of found) if (keeps === 'no') leaving.set(name, path)
    secrets.push(...[...found].filter(([name, keeps]) => keeps !== 'no' && isSecretName(name)).map(([name]) => `${path} ${name}`))
  }
  expect(Object.fromEntries([...leaving].sort())).toEqual(Object.fromEntries(Object.values(left).flat().sort().map((name) => [name, expect.anything()])))
  // A session and a token are called by their ids; what is made of secrets is never on a list.
  expect(secrets).toEqual(['tokens.revoke token'])
})
