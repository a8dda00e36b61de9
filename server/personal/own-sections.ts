/** Of what somebody is given when they take out what is kept of them: which tables, and which columns of each. What is not here is in `elsewhere`, with why. */
import type { WriteRows } from '~/server/database/rows'

/** So many rows of each. */
export const sectionMost = 1_000

type Find = (rows: WriteRows, person: string, take: number) => Promise<object[]>
const section = (table: string, find: Find) => ({ table, find })

export const sections = {
  person: section('person', (rows, id, take) => rows.person.findMany({ where: { id }, take, select: { id: true, name: true, email: true, createdAt: true, disabledAt: true } })),
  password: section('local_account', (rows, personId, take) => rows.localAccount.findMany({ where: { personId }, take, select: { email: true, changedAt: true, invitedTo: true } })),
  providers: section('federated_identity', (rows, personId, take) => rows.federatedIdentity.findMany({ where: { personId }, take, select: { issuer: true, subject: true, createdAt: true } })),
  groups: section('person_group', (rows, personId, take) => rows.personGroup.findMany({ where: { personId }, take, orderBy: { validFrom: 'desc' }, select: { provider: true, groupName: true, validFrom: true, validTo: true } })),
  factors: section('factor', (rows, personId, take) => rows.factor.findMany({ where: { personId }, take, orderBy: { createdAt: 'desc' }, select: { kind: true, label: true, aaguid: true, transports: true, backedUp: true, createdAt: true, lastUsedAt: true, removedAt: true } })),
  recoveryCodes: section('recovery_code', (rows, personId, take) => rows.recoveryCode.findMany({ where: { personId }, take, orderBy: { madeAt: 'desc' }, select: { madeAt: true, usedAt: true, replacedAt: true } })),
  sessions: section('session', (rows, personId, take) => rows.session.findMany({ where: { personId }, take, orderBy: { signedInAt: 'desc' }, select: { signedInAt: true, lastSeenAt: true, endedAt: true, endedBecause: true, methods: true, provider: true, sourceAddress: true, userAgent: true } })),
  signIns: section('sign_in', (rows, personId, take) => rows.signIn.findMany({ where: { personId }, take, orderBy: { at: 'desc' }, select: { at: true, way: true, provider: true, outcome: true, reason: true, sourceAddress: true, userAgent: true } })),
  tokens: section('token', (rows, personId, take) => rows.token.findMany({ where: { personId }, take, orderBy: { madeAt: 'desc' }, select: { title: true, actions: true, madeAt: true, expiresAt: true, lastUsedAt: true, endedAt: true } })),
  roles: section('role_binding', (rows, personId, take) => rows.roleBinding.findMany({ where: { personId }, take, orderBy: { validFrom: 'desc' }, select: { role: true, tenantId: true, namespaceId: true, validFrom: true, validTo: true } })),
  elevations: section('elevation', (rows, personId, take) => rows.elevation.findMany({ where: { personId }, take, orderBy: { beganAt: 'desc' }, select: { reason: true, beganAt: true, until: true, endedAt: true } })),
  emergencies: section('break_glass', (rows, personId, take) => rows.breakGlass.findMany({ where: { personId }, take, orderBy: { askedAt: 'desc' }, select: { reason: true, tenants: true, askedAt: true, opensAt: true, until: true, endedAt: true } })),
  delegations: section('delegation', (rows, id, take) => rows.delegation.findMany({ where: { OR: [{ giverId: id }, { delegateId: id }] }, take, orderBy: { beganAt: 'desc' }, select: { tenantId: true, giverId: true, delegateId: true, reason: true, beganAt: true, until: true, endedAt: true } })),
  requests: section('request', (rows, requestedBy, take) => rows.request.findMany({ where: { requestedBy }, take, orderBy: { requestedAt: 'desc' }, select: { id: true, kind: true, tenantId: true, subject: true, purpose: true, state: true, requestedAt: true, decidedAt: true } })),
  words: section('request_word', (rows, personId, take) => rows.requestWord.findMany({ where: { personId }, take, orderBy: { at: 'desc' }, select: { requestId: true, kind: true, says: true, at: true } })),
  notices: section('notice', (rows, personId, take) => rows.notice.findMany({ where: { personId }, take, orderBy: { at: 'desc' }, select: { kind: true, body: true, at: true, readAt: true, mailedAt: true, overAt: true } })),
  mail: section('mail_preference', (rows, personId, take) => rows.mailPreference.findMany({ where: { personId }, take, select: { mail: true, hour: true, changedAt: true } })),
} as const satisfies Record<string, { table: string; find: Find }>
export type Section = keyof typeof sections

/** What is kept of somebody and is not given to them here, with why. It stands in every file. */
export const elsewhere = [
  { what: 'Secrets: digests of passwords, recovery codes, links and tokens; keys of second factors and sessions; what waits to be proved', why: 'They are what somebody else would come in by.', tables: ['challenge', 'password_reset', 'step_up'] },
  { what: 'What a deed changed, and every row that a deed left under your id: what you asked for, gave, set, signed or ended', why: 'That you did it is among your records, with when, where and what came of it. What it changed belongs to the place where it was done, whose admins answer for it.', tables: ['allocation', 'allocation_past', 'case_file', 'case_step', 'containment', 'custom_role_version', 'decision', 'erasure', 'feed', 'group_binding', 'group_binding_past', 'incident', 'incident_entry', 'incident_step', 'invitation', 'investigation', 'investigation_entry', 'investigation_pin', 'legal_hold', 'lowering', 'namespace', 'namespace_past', 'pair', 'policy', 'quota', 'receipt', 'residency_disaster', 'residency_exception', 'residency_failover', 'residency_violation', 'review', 'review_line', 'role_binding_past', 'webhook'] },
  { what: 'What your work used, by the hour, under your id', why: 'They are figures of a tenant, on its page of use: its admins give you yours.', tables: ['use_span'] },
  { what: 'What is on its way: messages and answers that wait to be delivered or repeated', why: 'They go within days, and say what your notices and records say.', tables: ['answered', 'outbox'] },
  { what: 'What the security of the platform and the abuse of machines are watched by', why: 'It would say to whoever is watched that they are. Whoever runs the platform decides what of it may be told.', tables: ['case_part', 'shut_out'] },
  { what: 'Months of the record that were taken out of the database, and backups', why: 'The operator keeps them as files, and what is personal in them is sealed there too.', tables: [] },
] as const
