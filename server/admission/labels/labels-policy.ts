import { RE2JS } from '@bufbuild/re2'
import { z } from 'zod'
import { unprintable } from '~/server/api/inputs'
import type { Pattern } from './decide-labels'

/**
 * RE2 makes an automaton of a pattern and takes one step for each character: there is nothing to go back to, and what needs going back (a look ahead, a reference to a group)
 * does not compile. What is left to bound is the automaton's size, which counted repetitions multiply.
 */
const instructionsMost = 1000
function compile(text: string): RE2JS | null {
  try {
    return RE2JS.compile(text, RE2JS.DISABLE_UNICODE_GROUPS)
  } catch {
    return null
  }
}
const PatternText = z.string().min(1).max(200).refine((text) => {
  const pattern = compile(text)
  return pattern !== null && pattern.re2().prog.numInst() <= instructionsMost
}, 'is a regular expression of the RE2 kind, and a small one')
/** Finishes the sentence "its name must …". */
const Says = z.string().min(1).max(120).refine((text) => text.trim() === text && !unprintable.test(text) && !text.endsWith('.'), 'is the end of a sentence that begins with "it must", without its full stop')
/** All of the text must match, not a part of it. */
const Rule = z.strictObject({ pattern: PatternText, says: Says }).transform(({ pattern, says }): Pattern => {
  const compiled = RE2JS.compile(pattern, RE2JS.DISABLE_UNICODE_GROUPS)
  return { matches: (text) => compiled.testExact(text), says }
})
const LabelKey = z.string().max(317).regex(/^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/, 'is the key of a label, such as cost-center')

/** Which labels every allocation carries, and what names look like. It is read into what the check takes. */
export const LabelsPolicy = z.strictObject({ required: z.array(z.strictObject({ key: LabelKey, pattern: Rule.nullable() })).max(20), names: z.array(Rule).max(10) })

export const defaultLabelsPolicy: z.input<typeof LabelsPolicy> = {
  required: [{ key: 'cost-center', pattern: { pattern: '[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?', says: 'be letters, digits, dots, hyphens and underscores, at most 63' } }],
  names: [{ pattern: '[a-z]([a-z0-9-]{0,61}[a-z0-9])?', says: 'be lower-case letters, digits and hyphens, beginning with a letter, at most 63' }],
}
