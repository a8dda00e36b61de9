import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel'
import { compilePattern, sizeOf } from '~/server/admission/labels/match-pattern'
import { type CostRefusal, lettersMost, reckon } from './decide-cost'

/** So many names, figures and signs. The parser's time and its stack, and ours, follow from this. */
const wordsMost = 500
const bracketsMost = 100
/** The parser looks at a stretch of spaces again from each of them. */
const spacesMost = 100
/** What one rule may cost at most: some milliseconds (README). */
export const costMost = 50_000

export type RuleRefusal = 'too_long' | 'not_cel' | CostRefusal | 'too_costly'
export type Evaluated = { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly because: string }
export type Compiled =
  | { readonly ok: true; readonly cost: number; readonly run: (bindings: Record<string, CelInput>) => Evaluated }
  | { readonly ok: false; readonly refusal: RuleRefusal; readonly says: string }

const compiledMost = 1000
const compiled = new Map<string, Compiled>()
const environment = celEnv({ re2: { compile: (pattern) => compilePattern(pattern) ?? { test: () => false } } })

const refused = (refusal: RuleRefusal, says: string): Compiled => ({ ok: false, refusal, says })
const because: Readonly<Record<CostRefusal, (name: string) => string>> = {
  unknown_variable: (name) => `There is no variable ${name}.`,
  unknown_function: (name) => `There is no function ${name} here.`,
  pattern_not_fixed: () => 'The pattern of matches must stand in the rule itself.',
  pattern_refused: (name) => `The pattern ${name} is not one that can be matched without going back, or is too large.`,
  not_a_condition: () => 'The rule does not come to true or false.',
}

/** Before anything is made of it, counted everywhere, in texts as well: nobody can hide a bracket where we do not look and the parser does. */
function isTooLong(expression: string): boolean {
  const count = (what: RegExp) => expression.match(what)?.length ?? 0
  return Buffer.byteLength(expression) > lettersMost || count(/\w+|[^\s\w]/g) > wordsMost || count(/[([{]/g) > bracketsMost || new RegExp(`\\s{${spacesMost}}`).test(expression)
}

function compile(expression: string): Compiled {
  if (isTooLong(expression)) return refused('too_long', `A rule is at most ${lettersMost} bytes, ${wordsMost} words and signs, ${bracketsMost} opening brackets, and never ${spacesMost} spaces on end.`)
  try {
    const { expr } = parse(expression)
    const reckoned = reckon(expr, (pattern) => {
      const made = compilePattern(pattern)
      return made && sizeOf(made)
    })
    if (!reckoned.ok) return refused(reckoned.refusal, because[reckoned.refusal](reckoned.name))
    if (reckoned.cost > costMost) return refused('too_costly', `At its worst it costs ${reckoned.cost} units; a rule may cost ${costMost}.`)
    const planned = plan(environment, expr)
    return {
      ok: true, cost: reckoned.cost,
      run: (bindings) => {
        const value = planned(bindings)
        if (isCelError(value)) return { ok: false, because: value.message }
        return typeof value === 'boolean' ? { ok: true, value } : { ok: false, because: 'it came to something that is neither true nor false' }
      },
    }
  } catch (thrown) {
    return refused('not_cel', thrown instanceof Error ? `It is not CEL: ${thrown.message}.` : 'It is not CEL.')
  }
}

/** The same text is compiled once. */
export function compileRule(expression: string): Compiled {
  const found = compiled.get(expression)
  if (found) return found
  const made = compile(expression)
  if (compiled.size >= compiledMost) compiled.clear()
  compiled.set(expression, made)
  return made
}
