import type { ApprovingRole, Quorum, Rule } from '~/server/requests/decide-rule'

const words: Readonly<Record<ApprovingRole, string>> = { tenant_admin: 'tenant admin', approver: 'approver', platform_admin: 'platform admin' }
const sayQuorum = ({ of, count }: Quorum) => `${count} ${of.map((role) => `${words[role]}${count === 1 ? '' : 's'}`).join(' or ')}`
type Whose = Pick<Rule, 'anyOf'>

/** "1 tenant admin", "2 approvers or platform admins": any one of several ways is enough. */
export const sayRule = ({ anyOf }: Whose): string => anyOf.map(sayQuorum).join('; or ')
/** How many people at least must say yes. */
export const yesesOf = ({ anyOf }: Whose): number => anyOf.reduce((least, { count }) => Math.min(least, count), anyOf[0]?.count ?? 1)
