/** Admins of the place may end or extend anything in it; whoever works in it, what they asked for themselves. */
export const isTheirs = (asker: { readonly person: string; readonly roles: readonly string[] }, askedBy: string): boolean =>
  askedBy === asker.person || asker.roles.some((role) => role === 'tenant_admin' || role === 'namespace_admin')
