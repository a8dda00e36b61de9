import { z } from 'zod'
import { Handle, Instant, Prose, Title } from '~/server/api/inputs'
import { compileRule } from './compile-rule'
import { lettersMost } from './decide-cost'

const Exception = z.strictObject({ kind: z.enum(['tenant', 'namespace', 'class']), id: z.string().max(127), owner: Title, until: Instant, because: Prose })
  .refine(({ kind, id }) => (kind === 'namespace' ? /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/ : /^[a-z][a-z0-9-]*$/).test(id), { path: ['id'], message: 'is a tenant, a class, or a namespace with its tenant, such as north/training' })

/** A rule that cannot be shown to be cheap is not kept, in neither mode: a shadow runs where the others do. */
export const RulePolicy = z.strictObject({
  id: Handle, title: Title,
  expression: z.string().min(1).max(lettersMost).superRefine((expression, context) => {
    const compiled = compileRule(expression)
    if (!compiled.ok) context.addIssue({ code: 'custom', message: `${compiled.refusal}: ${compiled.says}` })
  }),
  effect: z.enum(['warn', 'deny', 'require_approval']), mode: z.enum(['enforced', 'shadow']), message: Prose,
  exceptions: z.array(Exception).max(50),
})

/** All of them are asked of every wish, so what they cost together is bounded, too. */
const lettersTogetherMost = 2 * lettersMost
const costTogetherMost = 100_000
export const RulesPolicy = z.strictObject({
  rules: z.array(RulePolicy).max(50).superRefine((rules, context) => {
    if (new Set(rules.map(({ id }) => id)).size !== rules.length) context.addIssue({ code: 'custom', message: 'has each rule once' })
    if (rules.reduce((sum, { expression }) => sum + expression.length, 0) > lettersTogetherMost) context.addIssue({ code: 'custom', message: `is at most ${lettersTogetherMost} characters of rules together` })
    const cost = rules.reduce((sum, { expression }) => {
      const compiled = compileRule(expression)
      return sum + (compiled.ok ? compiled.cost : 0)
    }, 0)
    if (cost > costTogetherMost) context.addIssue({ code: 'custom', message: `costs ${cost} units together at its worst; ${costTogetherMost} may be` })
  }),
})

/** None: what everybody needs has a check of its own. */
export const defaultRulesPolicy: z.infer<typeof RulesPolicy> = { rules: [] }
