import type { Expr, Expr_Comprehension } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'

/**
 * What an expression can cost at most, reckoned from how it is written and from what its variables can hold at most, before any of it runs. One unit is one node looked at, or 64
 * characters, once. Whatever is not known here has no known cost, and so is refused.
 */
export type CostRefusal = 'unknown_variable' | 'unknown_function' | 'pattern_not_fixed' | 'pattern_refused' | 'not_a_condition'
export type Reckoned = { readonly ok: true; readonly cost: number } | { readonly ok: false; readonly refusal: CostRefusal; readonly name: string }

/** At most so many entries in each list or map, characters in each text, and units to look at all of it. */
export type Bound = {
  readonly items: number
  readonly chars: number
  readonly weight: number
  /** What is in it; of what comes from outside, no less than itself. */
  readonly element: Bound | 'self' | null
  /** Whether it is a truth; null when that shows only when it runs. */
  readonly truth: boolean | null
  /** Made by a macro: a list of lists of lists, in which one goes down to the beginning again and again. */
  readonly made: boolean
}
const outside = (items: number, chars: number, weight: number): Bound => ({ items, chars, weight, element: 'self', truth: null, made: false })
/** What the variables can hold at most. Facts that hold more are not shown to a rule (evaluate-rule.ts). */
export const variables: Readonly<Record<string, Bound>> = {
  spec: outside(64, 512, 4096), tenant: outside(64, 256, 256), namespaceObject: outside(64, 256, 256), labels: outside(64, 317, 256), person: outside(64, 256, 256),
  class: outside(0, 63, 2), gpus: outside(0, 0, 1), now: outside(0, 0, 1),
}
export const levelsMost = 32
/** Kubernetes' own figure for an expression. */
export const lettersMost = 10 * 1024

const perUnit = 64
/** What is not there is an error, and an error is dear: it remembers where it was made. */
const failing = 10
const scalar: Bound = { items: 0, chars: 0, weight: 1, element: null, truth: false, made: false }
const truth: Bound = { ...scalar, truth: true }
const textOf = (chars: number): Bound => ({ ...scalar, chars, weight: 1 + chars / perUnit })
const elementOf = (bound: Bound): Bound => (bound.element === 'self' ? bound : (bound.element ?? scalar))

function join(a: Bound, b: Bound): Bound {
  const element = a.element === null || b.element === null ? (a.element ?? b.element) : a.element === 'self' && b.element === 'self' ? 'self' : join(elementOf(a), elementOf(b))
  return { items: Math.max(a.items, b.items), chars: Math.max(a.chars, b.chars), weight: Math.max(a.weight, b.weight), element, truth: a.truth === b.truth ? a.truth : null, made: a.made || b.made }
}
const listOf = (elements: readonly Bound[]): Bound =>
  ({ ...scalar, items: elements.length, weight: elements.reduce((sum, { weight }) => sum + weight, 1), element: elements.length ? elements.reduce(join) : null })
/** A list made of lists: to look at it is to go down to its beginning for each of its entries. */
const madeOf = (items: number, weight: number, like: Bound): Bound => ({ ...like, items, weight: weight + items * items, truth: false, made: items > 0 })
/** To go through it once. */
const walk = ({ items, made }: Bound): number => (made ? items * items : items)

type Cost = { readonly cost: number; readonly bound: Bound }
type Scope = ReadonlyMap<string, Bound>
/** The size of a pattern's automaton, or null when it is no pattern. */
type SizeOf = (pattern: string) => number | null
class Refused extends Error {
  constructor(readonly refusal: CostRefusal, readonly what: string) { super(refusal) }
}
const types = ['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'null_type', 'type']

export function reckon(expression: Expr, sizeOf: SizeOf): Reckoned {
  try {
    const { cost, bound } = of(expression, new Map(Object.entries(variables)), sizeOf)
    return bound.truth === false ? { ok: false, refusal: 'not_a_condition', name: '' } : { ok: true, cost: Math.ceil(cost) }
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, refusal: thrown.refusal, name: thrown.what }
    throw thrown
  }
}

function of(expression: Expr | undefined, scope: Scope, sizeOf: SizeOf): Cost {
  const kind = expression?.exprKind
  switch (kind?.case) {
    case 'constExpr': return { cost: 1, bound: constant(kind.value.constantKind) }
    case 'identExpr': {
      const bound = scope.get(kind.value.name) ?? (types.includes(kind.value.name) ? scalar : undefined)
      if (!bound) throw new Refused('unknown_variable', kind.value.name)
      return { cost: 1, bound }
    }
    case 'selectExpr': {
      const operand = of(kind.value.operand, scope, sizeOf)
      return { cost: operand.cost + failing, bound: kind.value.testOnly ? truth : elementOf(operand.bound) }
    }
    case 'listExpr': {
      const elements = kind.value.elements.map((element) => of(element, scope, sizeOf))
      return { cost: sum(elements) + 1, bound: listOf(elements.map(({ bound }) => bound)) }
    }
    case 'structExpr': {
      if (kind.value.messageName) throw new Refused('unknown_function', kind.value.messageName)
      const entries = kind.value.entries.flatMap(({ keyKind, value }) => [of(keyKind.case === 'mapKey' ? keyKind.value : undefined, scope, sizeOf), of(value, scope, sizeOf)])
      return { cost: sum(entries) + 1, bound: listOf(entries.map(({ bound }) => bound)) }
    }
    case 'comprehensionExpr': return comprehension(kind.value, scope, sizeOf)
    case 'callExpr': {
      const { function: name, target, args } = kind.value
      if (name === 'matches') {
        const [text, pattern] = target ? [target, args[0]] : [args[0], args[1]]
        return matches(of(text, scope, sizeOf), pattern, sizeOf)
      }
      return call(name, [...(target ? [target] : []), ...args].map((argument) => of(argument, scope, sizeOf)))
    }
    default: throw new Refused('unknown_function', 'nothing')
  }
}
const sum = (parts: readonly Cost[]): number => parts.reduce((total, { cost }) => total + cost, 0)

type Constant = Extract<Expr['exprKind'], { case: 'constExpr' }>['value']['constantKind']
function constant({ case: kind, value }: Constant): Bound {
  if (kind === 'stringValue' || kind === 'bytesValue') return textOf(value.length)
  return kind === 'boolValue' ? truth : scalar
}

/**
 * Only the macros make these, and what they gather is either a truth, a number, or a list to which each turn adds what one turn adds to an empty one.
 */
function comprehension({ iterVar, iterRange, accuVar, accuInit, loopCondition, loopStep, result }: Expr_Comprehension, scope: Scope, sizeOf: SizeOf): Cost {
  const [range, init] = [of(iterRange, scope, sizeOf), of(accuInit, scope, sizeOf)]
  const inside = new Map([...scope, [iterVar, elementOf(range.bound)], [accuVar, init.bound]])
  const [condition, step] = [of(loopCondition, inside, sizeOf), of(loopStep, inside, sizeOf)]
  const turns = range.bound.items
  const gathered: Bound = init.bound.truth === false && init.bound.weight === 1 && accuInit?.exprKind.case === 'listExpr'
    ? madeOf(turns * step.bound.items, 1 + turns * step.bound.weight, step.bound)
    : init.bound
  const after = of(result, new Map([...scope, [accuVar, gathered]]), sizeOf)
  return { cost: range.cost + walk(range.bound) + init.cost + turns * (1 + condition.cost + step.cost) + after.cost, bound: after.bound }
}

function matches(text: Cost, pattern: Expr | undefined, sizeOf: SizeOf): Cost {
  const kind = pattern?.exprKind
  if (kind?.case !== 'constExpr' || kind.value.constantKind.case !== 'stringValue') throw new Refused('pattern_not_fixed', 'matches')
  const size = sizeOf(kind.value.constantKind.value)
  if (size === null) throw new Refused('pattern_refused', kind.value.constantKind.value)
  return { cost: text.cost + 10 + (text.bound.chars * size) / 16, bound: truth }
}

const texts = (...bounds: readonly Bound[]): number => bounds.reduce((total, { chars }) => total + chars / perUnit, 0)
const least = (a: Bound, b: Bound): number => Math.min(a.weight, b.weight)
const getters = ['getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours', 'getMilliseconds', 'getMinutes', 'getMonth', 'getSeconds']
const none: Cost = { cost: 0, bound: scalar }

/** The functions of the language itself, and no others. */
function call(name: string, parts: readonly Cost[]): Cost {
  const [one = none, two = none, three = none] = parts
  const [a, b] = [one.bound, two.bound]
  const costing = (cost: number, bound: Bound): Cost => ({ cost: sum(parts) + 2 + cost, bound })
  switch (name) {
    case '!_': case '@not_strictly_false': case '_&&_': case '_||_': return costing(0, truth)
    case '_==_': case '_!=_': return costing(least(a, b), truth)
    case '_<_': case '_<=_': case '_>_': case '_>=_': return costing(Math.min(a.chars, b.chars) / perUnit, truth)
    case '@in': return costing((b.made ? walk(b) : 0) + Math.min(b.weight, b.items * (1 + least(a, elementOf(b)))), truth)
    case '_?_:_': return { cost: one.cost + Math.max(two.cost, three.cost) + 1, bound: join(two.bound, three.bound) }
    case '_[_]': return costing(failing + (a.made ? a.items : 0), elementOf(a))
    case '_+_': return costing(texts(a, b), { ...madeOf(a.items + b.items, a.weight + b.weight, join(a, b)), chars: a.chars + b.chars })
    case '_-_': case '_*_': case '_/_': case '_%_': case '-_': return costing(1, scalar)
    case 'size': return costing(a.chars / 16, scalar)
    case 'contains': return costing((a.chars * Math.max(b.chars, 1)) / perUnit, truth)
    case 'startsWith': case 'endsWith': return costing(texts(b), truth)
    case 'int': case 'uint': case 'double': case 'bool': case 'type': return costing(a.chars / 8, name === 'bool' ? truth : scalar)
    case 'dyn': return costing(0, a)
    case 'string': return costing(a.chars / 8, textOf(Math.max(a.chars, 64)))
    case 'bytes': return costing(a.chars / 8, textOf(a.chars * 4))
    case 'duration': case 'timestamp': return costing(20 + a.chars / 8, scalar)
    default:
      if (!getters.includes(name)) throw new Refused('unknown_function', name)
      // A zone makes a calendar of its own each time.
      return costing(parts.length > 1 ? 1000 : 5, scalar)
  }
}
