import type { Tone } from '~/components/ui/badge'
import { admissionRefusals, allocationRefusals, amendRefusals } from '~/server/allocations/allocation.refusals'
import { denials } from '~/server/authorization/denied.refusals'
import { caseRefusals } from '~/server/cases/case.refusals'
import { elevationRefusals } from '~/server/elevations/elevation.refusals'
import { factorRefusals } from '~/server/factors/factor.refusals'
import { fleetRefusals } from '~/server/fleet/fleet.refusals'
import { proofRefusals } from '~/server/identity/identity.refusals'
import { incidentRefusals } from '~/server/incidents/incident.refusals'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'
import { memberRefusals } from '~/server/members/member.refusals'
import { namespaceRefusals } from '~/server/namespaces/namespace.refusals'
import { noticeRefusals } from '~/server/notices/notice.refusals'
import { organisationRefusals } from '~/server/organisations/organisation.refusals'
import { passwordRefusals } from '~/server/passwords/password.refusals'
import { providerProblems, providerReasons } from '~/server/providers/provider.refusals'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import { regionRefusals } from '~/server/regions/region.refusals'
import { requestRefusals } from '~/server/requests/request.refusals'
import { sessionRefusals } from '~/server/sessions/session.refusals'
import { signInRefusals } from '~/server/sign-in/sign-in.refusals'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { tokenRefusals } from '~/server/tokens/token.refusals'

type Sentences = Record<string, { says: string }>
const refusals: Record<string, Sentences> = {
  allocations: { ...admissionRefusals, ...allocationRefusals, ...amendRefusals },
  cases: caseRefusals, elevations: elevationRefusals, factors: factorRefusals, fleet: fleetRefusals, identity: proofRefusals, incidents: incidentRefusals, investigations: investigationRefusals, members: memberRefusals, namespaces: namespaceRefusals, notices: noticeRefusals,
  organisations: organisationRefusals, passwords: passwordRefusals, providers: providerProblems, quotas: quotaRefusals, regions: regionRefusals,
  requests: requestRefusals, sessions: sessionRefusals, signIn: signInRefusals, tenants: tenantRefusals, tokens: tokenRefusals,
}
/** What is only ever recorded, and told to nobody at the time. */
const threshold: Sentences = {
  no_such_account: { says: 'Nobody has that e-mail.' }, wrong_password: { says: 'The password was wrong.' }, person_disabled: { says: 'The person is disabled.' }, not_sealed: { says: 'The session was not made by Bailiwick.' },
  signed_out: { says: 'The session was signed out.' }, ended_by_owner: { says: 'The session was ended by its owner.' }, idle: { says: 'The session was not used for too long.' }, too_old: { says: 'The session was too old.' },
  replaced: { says: 'The session was replaced by a newer one.' }, ended_by_platform: { says: 'The session was ended by a platform admin.' }, provider: { says: 'The identity provider ended the session.' },
  waits_for_second_factor: { says: 'The password was right; the second factor is still to be shown.' }, used_before: { says: 'That sign-in was over.' }, password_changed: { says: 'The password was changed meanwhile.' }, second_person_needed: { says: 'Whom the link was for holds power over others by now: that takes a second person.' }, revoked: { says: 'The token was revoked.' },
  not_asked_for: { says: 'The passkey signed something that was not asked for, or too late, or once before.' }, unknown_passkey: { says: 'Nobody here has that passkey.' }, another_persons: { says: 'The passkey is another person’s.' },
  another_deed: { says: 'What was signed is another deed.' }, counter_went_back: { says: 'The passkey’s counter went back: there may be a copy of it.' }, backup_eligibility_changed: { says: 'The passkey is not the one that was added.' },
}
/** The same for one concept, in words of its own. */
const recorded: Record<string, Sentences> = {
  providers: providerReasons,
  allocations: { by_rule: { says: 'By rule.' }, drawn: { says: 'Drawn for a person to look at: it would fit what goes by rule.' }, not_by_rule: { says: 'No rule says yes to it, and people are asked.' } },
}
const looks: Record<string, { tone: Tone; word: string }> = {
  done: { tone: 'ok', word: 'Done' }, refused: { tone: 'danger', word: 'Refused' }, denied: { tone: 'danger', word: 'Denied' }, fault: { tone: 'danger', word: 'Failed' },
}

/** The state of a record in words: the same icon and word wherever it is shown, with its reason in the sentence the person was told. */
export function readOutcome({ what, outcome, reason }: { what: string; outcome: string; reason: string | null }): { tone: Tone; says: string } {
  const { tone, word } = looks[outcome] ?? { tone: 'unknown' as const, word: outcome }
  if (reason === null) return { tone, says: word }
  const [concept = ''] = what.split('.')
  return { tone, says: `${word}: ${sentence(recorded[concept], reason) ?? sentence(outcome === 'refused' ? refusals[concept] : denials, reason) ?? sentence(threshold, reason) ?? sentence(refusals[concept], reason) ?? reason}` }
}
const sentence = (sentences: Sentences | undefined, reason: string) => (sentences && Object.hasOwn(sentences, reason) ? sentences[reason]?.says : undefined)
