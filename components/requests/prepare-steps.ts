import type { Step } from '~/components/ui/timeline'
import type { RequestShown } from './request'

type Asked = Pick<RequestShown, 'kind' | 'subject' | 'tenant' | 'state' | 'byRule' | 'requestedBy' | 'requestedAt' | 'decidedBy' | 'decidedAt' | 'reason'>

const outcomes: Record<RequestShown['kind'], (subject: string) => string> = {
  'allocation.admit': (subject) => `Allocation ${subject} is admitted`, 'allocation.extend': (subject) => `Allocation ${subject} goes on`, 'breakglass.review': (subject) => `What ${subject} did alone was looked at`, 'pair.allow': (subject) => `The pair ${subject} is in force`, 'policy.except': (subject) => `The control ${subject} need not be met for a while`, 'quota.raise': (subject) => `The quota of ${subject} is raised`, 'role.elevate': (subject) => `Whoever asked may elevate for ${subject}`, 'tenant.create': (subject) => `Tenant ${subject} is made, with its first admin`,
}
/** The way a request goes: what was never reached is shown, too. */
export function prepareSteps({ kind, subject, tenant, state, byRule, requestedBy, requestedAt, decidedBy, decidedAt, reason }: Asked): Step[] {
  const asked: Step = { id: 'asked', state: 'passed', says: tenant === null ? 'Asked on the platform' : `Asked in ${tenant}`, at: requestedAt, who: requestedBy.name }
  const made: Step = { id: 'made', state: 'not_reached', says: outcomes[kind](subject), at: null, who: null }
  const decided = { id: 'decided', at: decidedAt, who: decidedBy?.name ?? null }
  switch (state) {
    case 'open': return [asked, { id: 'decided', state: 'waits', says: 'Waits for those who are asked, with a second factor', at: null, who: null }, made]
    case 'approved': return [asked, { state: 'passed', says: byRule === 'approved' ? 'By rule: nobody was asked' : 'Approved with a second factor', ...decided }, { ...made, state: 'passed', at: decidedAt }]
    case 'refused': return [asked, { state: 'refused', says: reason === null ? 'Refused' : `Refused: ${reason}`, ...decided }, made]
    case 'lapsed': return [asked, { state: 'refused', says: 'Nobody answered in time', ...decided }, made]
    case 'withdrawn': return [asked, { state: 'refused', says: 'Withdrawn', ...decided }, made]
  }
}
