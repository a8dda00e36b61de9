import type { IsolationLevel, Regime, Trust } from '~/server/tenants/isolation'

/** A request as its readers see it. */
export type RequestShown = {
  request: string; organisation: string; tenant: string | null; subject: string; purpose: string; terms: string
  payload: { title: string; isolationLevel: IsolationLevel; trust: Trust; regions: string[]; compliance: Regime[]; admin: { person: string; name: string } }
  requestedBy: { person: string; name: string }; requestedAt: string
  state: RequestState; decidedBy: { person: string; name: string } | null; decidedAt: string | null; reason: string | null
}
export type RequestState = 'open' | 'approved' | 'refused' | 'withdrawn'
/** What is asked for, in one line: the same in the list, on the page, and where it is signed. */
export const askOf = ({ subject, organisation }: { subject: string; organisation: string }): string => `Tenant ${subject} in ${organisation}`
