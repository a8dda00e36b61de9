import { z } from 'zod'
import { unprintable } from '~/server/api/inputs'
import { compilePattern } from './match-pattern'

/** Finishes the sentence "it must …". */
const Says = z.string().min(1).max(120).refine((text) => text.trim() === text && !unprintable.test(text) && !text.endsWith('.'), 'is the end of a sentence that begins with "it must", without its full stop')
const Pattern = z.strictObject({ pattern: z.string().min(1).max(200).refine((pattern) => compilePattern(pattern) !== null, 'is a regular expression of the RE2 kind, and a small one'), says: Says })
const LabelKey = z.string().max(317).regex(/^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/, 'is the key of a label, such as cost-center')

/** Which labels every allocation carries, and what names look like. */
export const LabelsPolicy = z.strictObject({ required: z.array(z.strictObject({ key: LabelKey, pattern: Pattern.nullable() })).max(20), names: z.array(Pattern).max(10) })

export const defaultLabelsPolicy: z.infer<typeof LabelsPolicy> = {
  required: [{ key: 'cost-center', pattern: { pattern: '[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?', says: 'be letters, digits, dots, hyphens and underscores, at most 63' } }],
  names: [{ pattern: '[a-z]([a-z0-9-]{0,61}[a-z0-9])?', says: 'be lower-case letters, digits and hyphens, beginning with a letter, at most 63' }],
}
