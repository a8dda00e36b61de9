import type { Tone } from '~/components/ui/badge'
import { denials } from '~/server/authorization/denied.refusals'
import { stepUpRefusals } from '~/server/identity/identity.refusals'
import { memberRefusals } from '~/server/members/member.refusals'
import { namespaceRefusals } from '~/server/namespaces/namespace.refusals'
import { organisationRefusals } from '~/server/organisations/organisation.refusals'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import { regionRefusals } from '~/server/regions/region.refusals'
import { requestRefusals } from '~/server/requests/request.refusals'
import { sessionRefusals } from '~/server/sessions/session.refusals'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'

type Sentences = Record<string, { says: string }>
const refusals: Record<string, Sentences> = {
  identity: stepUpRefusals, members: memberRefusals, namespaces: namespaceRefusals, organisations: organisationRefusals, quotas: quotaRefusals, regions: regionRefusals,
  requests: requestRefusals, sessions: sessionRefusals, tenants: tenantRefusals,
}
/** What is only ever recorded, and told to nobody at the time. */
const threshold: Sentences = {
  no_such_account: { says: 'Nobody has that e-mail.' }, wrong_password: { says: 'The password was wrong.' }, person_disabled: { says: 'The person is disabled.' }, not_sealed: { says: 'The session was not made by Bailiwick.' },
  signed_out: { says: 'The session was signed out.' }, ended_by_owner: { says: 'The session was ended by its owner.' }, idle: { says: 'The session was not used for too long.' }, too_old: { says: 'The session was too old.' },
  replaced: { says: 'The session was replaced by a newer one.' },
}
const looks: Record<string, { tone: Tone; word: string }> = {
  done: { tone: 'ok', word: 'Done' }, refused: { tone: 'danger', word: 'Refused' }, denied: { tone: 'danger', word: 'Denied' }, fault: { tone: 'danger', word: 'Failed' },
}

/** The state of a record in words: the same icon and word wherever it is shown, with its reason in the sentence the person was told. */
export function readOutcome({ what, outcome, reason }: { what: string; outcome: string; reason: string | null }): { tone: Tone; says: string } {
  const { tone, word } = looks[outcome] ?? { tone: 'unknown' as const, word: outcome }
  if (reason === null) return { tone, says: word }
  const [concept = ''] = what.split('.')
  return { tone, says: `${word}: ${sentence(outcome === 'refused' ? refusals[concept] : denials, reason) ?? sentence(threshold, reason) ?? reason}` }
}
const sentence = (sentences: Sentences | undefined, reason: string) => (sentences && Object.hasOwn(sentences, reason) ? sentences[reason]?.says : undefined)
