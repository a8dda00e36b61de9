/** What tenants, namespaces and allocations are called by: a name that Kubernetes and DNS take, too. */
export const handlePattern = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
