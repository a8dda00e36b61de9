import { expect, test } from 'vitest'
import { readOutcome } from './read-outcome'

test.each([
  ['quotas.change', 'done', null, 'ok', 'Done'],
  ['quotas.change', 'refused', 'tenant_frozen', 'danger', 'Refused: The tenant is frozen: nothing in it can be changed.'],
  ['sessions.end', 'refused', 'not_found', 'danger', 'Refused: You have no such session.'],
  ['quotas.change', 'denied', 'not_found', 'danger', 'Denied: There is no such thing here, or you may not see it.'],
  ['quotas.change', 'denied', 'step_up_required', 'danger', 'Denied: This needs your second factor.'],
  ['sessions.begin', 'denied', 'wrong_password', 'danger', 'Denied: The password was wrong.'],
  ['providers.signIn', 'denied', 'too_old', 'danger', 'Denied: The token was made too long ago.'],
  ['providers.signIn', 'done', 'groups_dropped', 'ok', 'Done: Some of the groups that the provider named were too many, or no names.'],
  ['allocations.answer', 'done', 'by_rule', 'ok', 'Done: By rule.'],
  ['sessions.use', 'denied', 'too_old', 'danger', 'Denied: The session was too old.'],
  ['quotas.list', 'fault', null, 'danger', 'Failed'],
  ['quotas.change', 'refused', 'toString', 'danger', 'Refused: toString'],
  ['gates.open', 'later', 'unheard_of', 'unknown', 'later: unheard_of'],
] as const)('%s %s %s', (what, outcome, reason, tone, says) => expect(readOutcome({ what, outcome, reason })).toEqual({ tone, says }))
