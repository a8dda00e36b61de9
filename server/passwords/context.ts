/** What somebody who knows whose password it is would put into it. */
export const contextOf = ({ name, email, tenants }: { name: string; email: string; tenants: readonly string[] }): string[] => ['bailiwick', name, email.split('@')[0] ?? '', ...tenants]
