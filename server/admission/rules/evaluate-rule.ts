import type { CelInput } from '@bufbuild/cel'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { compileRule } from './compile-rule'
import { type Bound, levelsMost, variables } from './decide-cost'
import type { Evaluate, FactValue, RuleFacts } from './decide-rules'

type Bindings = Record<string, CelInput>
/** In the language's own values. Null when a fact is larger than the cost of rules was reckoned for. */
export function bindingsOf(facts: RuleFacts): Bindings | null {
  const { now, ...rest } = facts
  const moment = new Date(now)
  if (Number.isNaN(moment.getTime())) return null
  const bindings: Bindings = { now: timestampFromDate(moment) }
  for (const [name, value] of Object.entries(rest)) {
    const bound = variables[name]
    const read = bound && celOf(value, bound, { weight: bound.weight }, levelsMost)
    if (read === undefined) return null
    bindings[name] = read
  }
  return bindings
}

/** Maps have no prototype to fall back upon. */
function celOf(value: FactValue, bound: Bound, left: { weight: number }, levels: number): CelInput | undefined {
  left.weight -= 1 + (typeof value === 'string' ? value.length / 64 : 0)
  if (left.weight < 0 || levels === 0) return undefined
  if (typeof value === 'string') return value.length <= bound.chars ? value : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  if (entries.length > bound.items) return undefined
  const read: [string, CelInput][] = []
  for (const [key, member] of entries) {
    left.weight -= key.length / 64
    const inner = key.length > bound.chars ? undefined : celOf(member, bound, left, levels - 1)
    if (inner === undefined) return undefined
    read.push([key, inner])
  }
  return Array.isArray(value) ? read.map(([, member]) => member) : new Map(read)
}

const known = new WeakMap<RuleFacts, Bindings | null>()
/** Facts are turned into values once for all the rules of a decision. */
export const evaluateRule: Evaluate = (expression, facts) => {
  const compiled = compileRule(expression)
  if (!compiled.ok) return { ok: false, because: compiled.says }
  const found = known.get(facts)
  const bindings = found === undefined ? bindingsOf(facts) : found
  if (found === undefined) known.set(facts, bindings)
  return bindings ? compiled.run(bindings) : { ok: false, because: 'there is more to look at than a rule may' }
}
