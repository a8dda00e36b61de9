import type { Step } from '~/components/ui/timeline'
import type { RequestShown } from './request'

type Asked = Pick<RequestShown, 'subject' | 'tenant' | 'state' | 'requestedBy' | 'requestedAt' | 'decidedBy' | 'decidedAt' | 'reason'>

/** The way a request goes: what was never reached is shown, too. */
export function prepareSteps({ subject, tenant, state, requestedBy, requestedAt, decidedBy, decidedAt, reason }: Asked): Step[] {
  const asked: Step = { id: 'asked', state: 'passed', says: tenant === null ? 'Asked on the platform' : `Asked in ${tenant}`, at: requestedAt, who: requestedBy.name }
  const made: Step = { id: 'made', state: 'not_reached', says: `Tenant ${subject} is made, with its first admin`, at: null, who: null }
  const decided = { id: 'decided', at: decidedAt, who: decidedBy?.name ?? null }
  switch (state) {
    case 'open': return [asked, { id: 'decided', state: 'waits', says: 'Waits for a platform admin or an approver, with a second factor', at: null, who: null }, made]
    case 'approved': return [asked, { state: 'passed', says: 'Approved with a second factor', ...decided }, { ...made, state: 'passed', at: decidedAt }]
    case 'refused': return [asked, { state: 'refused', says: reason === null ? 'Refused' : `Refused: ${reason}`, ...decided }, made]
    case 'withdrawn': return [asked, { state: 'refused', says: 'Withdrawn', ...decided }, made]
  }
}
