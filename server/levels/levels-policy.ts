import { z } from 'zod'
import { Handle, Title } from '~/server/api/inputs'
import { regimes } from '~/server/tenants/isolation'
import { decideTooLittle, type TooLittle } from './decide-dead'
import { actorKinds, effects, type LevelRule, levels, outcomes } from './decide-level'

/** A resource or a verb as the record writes it. */
const Word = z.string().max(63).regex(/^[A-Za-z][A-Za-z0-9]*$/, 'is a word of the record, such as quotas or change')
const some = <T extends z.ZodType>(of: T, most: number) => z.array(of).min(1).max(most).refine((list) => new Set(list).size === list.length, 'names each once').nullable()
const Rule = z.strictObject({
  id: Handle, title: Title, level: z.enum(levels), effects: some(z.enum(effects), 2), resources: some(Word, 64), verbs: some(Word, 64), outcomes: some(z.enum(outcomes), 4),
  actors: some(z.enum(actorKinds), actorKinds.length), tenants: some(Handle, 100), namespaces: some(Handle, 100),
  // A rule that somebody wrote before it could say so is of any.
  regimes: some(z.enum(regimes), regimes.length).default(null),
})
const tooLittle: Readonly<Record<TooLittle['because'], string>> = {
  changes: 'changes something: what cannot be recorded does not happen, so it is Metadata at least',
  refused: 'may have been refused: what was refused is Metadata at least, so the rule is of what was done',
  recorded: 'is a read that is recorded: who did it stands in the record, so it is Metadata at least',
}

/** What was chosen before stays chosen, also where something has become a deed since that it says None of: of that, what is kept goes by the bounds. */
export const KeptLevels = z.strictObject({
  /** The first that matches says. */
  rules: z.array(Rule).max(64).refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'has each rule once'),
  /** So many bytes of what was asked, and of what was answered. The rest is left out, and the record says how much that was. */
  bodyBytesMost: z.int().min(1_024).max(65_536),
})
/** What can be chosen now. */
export const LevelsPolicy = KeptLevels.superRefine(({ rules }, context) => {
  const found = decideTooLittle(rules)
  if (found) context.addIssue({ code: 'custom', path: ['rules', found.rule, 'level'], message: `says None of ${found.what}, which ${tooLittle[found.because]}` })
})
export type LevelsPolicy = z.infer<typeof LevelsPolicy>

const any = { effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null } as const
const rule = (level: LevelRule['level'], id: string, title: string, when: Partial<LevelRule>): z.infer<typeof Rule> => ({ ...any, ...when, level, id, title }) as z.infer<typeof Rule>
/**
 * What moves quotas, priorities and what runs is kept whole, what else is done with what was asked, and of a page that somebody opens nothing. Before these come what
 * somebody does of their own, and what names a person by an address; and before all of them tenants under HIPAA, of which everything is kept, who read what included.
 */
export const defaultLevelsPolicy: LevelsPolicy = {
  rules: [
    rule('RequestResponse', 'health-data', 'Whatever is done or read in a tenant under HIPAA', { regimes: ['hipaa'] }),
    rule('Metadata', 'turned-away', 'What was refused', { outcomes: ['refused', 'denied', 'fault'] }),
    rule('Metadata', 'own', 'What somebody does of their own', { effects: ['write'], resources: ['demo', 'factors', 'identity', 'notices', 'passwords', 'providers', 'receipts', 'sessions', 'signIn', 'tokens'] }),
    rule('Metadata', 'own-requests', 'Answering about and withdrawing one’s own request', { resources: ['requests'], verbs: ['answer', 'withdraw'] }),
    rule('RequestResponse', 'break-glass', 'What is done with broken glass', { effects: ['write'], actors: ['break_glass'] }),
    rule('RequestResponse', 'opening', 'Breaking the glass', { effects: ['write'], resources: ['breakGlass'] }),
    rule('RequestResponse', 'quotas', 'Quotas, and the rules of priority', { effects: ['write'], resources: ['quotas', 'policies'] }),
    rule('RequestResponse', 'preemptions', 'Giving way', { resources: ['allocations'], verbs: ['preempt'] }),
    rule('RequestResponse', 'approvals', 'Saying yes', { resources: ['requests', 'pairs'], verbs: ['approve', 'approveInTenant', 'approveTogether', 'approveTogetherInTenant', 'offer'] }),
    rule('Metadata', 'addressed', 'Where an address is named', { effects: ['write'], resources: ['delegations', 'investigations', 'invitations', 'members', 'staff', 'tenants', 'webhooks'], verbs: ['begin', 'beginOnPlatform', 'create', 'createOnPlatform', 'grant', 'grantMany', 'hand', 'make', 'makeOnPlatform', 'request', 'rotate', 'rotateOnPlatform', 'take'] }),
    rule('Request', 'deeds', 'Allocations, and everything else that is done', { effects: ['write'] }),
    rule('Metadata', 'the-record', 'Reading the record', { effects: ['read'], resources: ['audit', 'residency'], verbs: ['export', 'exportOnPlatform', 'list', 'listPlatform', 'prove', 'proveOnPlatform', 'search', 'searchOnPlatform'] }),
    rule('Metadata', 'investigations', 'Reading what is kept of it together', { effects: ['read'], resources: ['investigations'], verbs: ['export', 'read'] }),
    rule('Request', 'taken-out', 'Taking a regime out as a document', { effects: ['read'], resources: ['controls'], verbs: ['export'] }),
    rule('None', 'looking', 'Looking at a page, and asking how things stand', { effects: ['read'], outcomes: ['done'] }),
  ],
  bodyBytesMost: 16_384,
}
