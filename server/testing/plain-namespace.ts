/** A namespace of which nothing is said but its name and its title. */
export const plainNamespace = { environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} } as const
