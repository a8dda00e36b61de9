/** Whether the language is the language: the conformance suite of the CEL specification itself. */
import { type CelInput, type CelValue, celList, celMap, celUint, isCelError, isCelList, isCelMap, isCelType, isCelUint, objectType, run } from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js'
import { getTestRegistry } from '@bufbuild/cel-spec/testdata/registry.js'
import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js'
import { type Message, toJsonString } from '@bufbuild/protobuf'
import { isReflectMessage } from '@bufbuild/protobuf/reflect'
import { anyUnpack } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'

const registry = getTestRegistry()
const messageText = (typeName: string, message: Message) => {
  const schema = registry.getMessage(typeName)
  return `message ${typeName} ${schema ? toJsonString(schema, message, { registry }) : ''}`
}
const number = (value: number) => `double ${Object.is(value, -0) ? 0 : value}`
/** Two values are the same when they are written the same. */
function expected({ kind: { case: kind, value } }: Value): string {
  switch (kind) {
    case 'nullValue': return 'null'
    case 'boolValue': return String(value)
    case 'int64Value': return `int ${value}`
    case 'uint64Value': return `uint ${value}`
    case 'doubleValue': return number(value)
    case 'stringValue': return JSON.stringify(value)
    case 'bytesValue': return `bytes ${Buffer.from(value).toString('hex')}`
    case 'typeValue': return `type ${value}`
    case 'enumValue': return `int ${value.value}`
    case 'listValue': return `[${value.values.map(expected)}]`
    case 'mapValue': return `{${value.entries.map((entry) => `${entry.key && expected(entry.key)}: ${entry.value && expected(entry.value)}`).sort()}}`
    case 'objectValue': {
      const message = anyUnpack(value, registry)
      return message ? messageText(message.$typeName, message) : 'unknown'
    }
    case undefined: return 'nothing'
  }
}
function written(value: CelValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `int ${value}`
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (isCelUint(value)) return `uint ${value.value}`
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (isCelList(value)) return `[${[...value].map(written)}]`
  if (isCelMap(value)) return `{${[...value].map(([key, member]) => `${written(key)}: ${written(member)}`).sort()}}`
  if (isReflectMessage(value)) return messageText(value.desc.typeName, value.message)
  return isCelType(value) ? `type ${value.name}` : 'unknown'
}
function bound({ kind: { case: kind, value } }: Value): CelInput {
  switch (kind) {
    case 'nullValue': case undefined: return null
    case 'uint64Value': return celUint(value)
    case 'listValue': return celList(value.values.map(bound))
    case 'mapValue': return celMap(new Map(value.entries.flatMap(({ key, value: member }) => (key && member ? [[String(key.kind.value), bound(member)] as const] : []))))
    case 'objectValue': return anyUnpack(value, registry) ?? null
    case 'typeValue': return objectType(value)
    case 'enumValue': return BigInt(value.value)
    default: return value
  }
}

/** Protocol buffers and what is no part of the language: a rule sees neither. */
const beyond = /^(bindings_ext|block_ext|encoders_ext|math_ext|proto2_ext|optionals|macros2|proto2|proto3|enums|dynamic|fields|wrappers)$/
type Score = { passed: number; asked: number; failed: string[] }
function play(suite: IncrementalTestSuite, file: string, score: (file: string) => Score): void {
  for (const inner of suite.suites) play(inner, file || inner.name, score)
  for (const { original } of suite.tests) {
    const { resultMatcher: matcher, expr, container, bindings, checkOnly, disableMacros } = original
    // What is only type-checked, and what has macros switched off, is nothing that a rule can ask for.
    if (checkOnly || disableMacros || matcher.case === 'unknown' || matcher.case === 'anyUnknowns') continue
    const result = matcher.case === 'value' ? matcher.value : matcher.case === 'typedResult' ? matcher.value.result : undefined
    const wanted = matcher.case === undefined ? 'true' : result ? expected(result) : 'an error'
    const values = Object.fromEntries(Object.entries(bindings).map(([name, { kind }]): [string, CelInput] => [name, kind.case === 'value' ? bound(kind.value) : null]))
    const got = run(expr, values, { namespace: container, registry, funcs: strings })
    const found = isCelError(got) ? 'an error' : written(got)
    const { failed, ...rest } = score(file)
    Object.assign(score(file), { asked: rest.asked + 1, passed: rest.passed + (found === wanted ? 1 : 0) })
    if (found !== wanted) failed.push(`${file}: ${expr} is ${found} and not ${wanted}`)
  }
}

test('all of the language that a rule can use is as the specification has it', () => {
  const scores = new Map<string, Score>()
  play(getConformanceSuite(), '', (file) => {
    const score = scores.get(file) ?? { passed: 0, asked: 0, failed: [] }
    scores.set(file, score)
    return score
  })
  const total = (only: (file: string) => boolean, part: 'passed' | 'asked') => [...scores].reduce((sum, [file, score]) => sum + (only(file) ? score[part] : 0), 0)
  const inside = (file: string) => !beyond.test(file)
  console.log(`CEL conformance: ${total(inside, 'passed')} of ${total(inside, 'asked')} of the language, ${total(() => true, 'passed')} of ${total(() => true, 'asked')} with protocol buffers and extensions`)
  expect([...scores].filter(([file]) => inside(file)).flatMap(([, { failed }]) => failed)).toEqual([])
  expect(total(inside, 'asked')).toBeGreaterThan(1000)
})
