/** Admins of the place may end or extend anything in it; whoever works in it, what they asked for themselves. Nobody in person is the engine, by itself: whatever is due, it does. */
export const isTheirs = (asker: { readonly person: string; readonly roles: readonly string[] } | null, askedBy: string): boolean =>
  asker === null || askedBy === asker.person || asker.roles.some((role) => role === 'tenant_admin' || role === 'namespace_admin')
