import { RE2JS } from '@bufbuild/re2'

/**
 * RE2 makes an automaton of a pattern and takes one step for each character: there is nothing to go back to, and what needs going back (a look ahead, a reference to a group)
 * does not compile. What is left to bound is the automaton's size, which counted repetitions multiply.
 */
const instructionsMost = 1000
const lettersMost = 200
const compiledMost = 1000
const compiled = new Map<string, RE2JS | null>()

function compile(pattern: string): RE2JS | null {
  if (pattern.length > lettersMost) return null
  try {
    const made = RE2JS.compile(pattern, RE2JS.DISABLE_UNICODE_GROUPS)
    return sizeOf(made) <= instructionsMost ? made : null
  } catch {
    return null
  }
}
/** How many instructions the automaton has: as many steps as one character can cost. */
export const sizeOf = (pattern: RE2JS): number => pattern.re2().prog.numInst()
export function compilePattern(pattern: string): RE2JS | null {
  const found = compiled.get(pattern)
  if (found !== undefined) return found
  const made = compile(pattern)
  if (compiled.size >= compiledMost) compiled.clear()
  compiled.set(pattern, made)
  return made
}
/** Not a part of the text, but all of it. What is no pattern matches nothing. */
export const matchPattern = (pattern: string, text: string): boolean => compilePattern(pattern)?.testExact(text) ?? false
