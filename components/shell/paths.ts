/** Every address of the console, written here and nowhere else. A name in a path is encoded, whatever a person called it. */
const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
const asking = (path: string, asked: Record<string, string>) => `${path}?${new URLSearchParams(asked)}`

export const paths = {
  home: () => '/',
  signIn: () => '/sign-in',
  signInTo: (path: string) => asking(paths.signIn(), { to: path }),
  /** What went wrong on the way to a provider and back, as one of a few words. */
  signInProblem: (problem: string, path: string) => asking(paths.signIn(), { problem, to: path }),
  /** A provider vouched for them, and a second factor of ours is asked for, or made. */
  signInNext: (next: 'factor' | 'enrol', factors: string, path: string) => `${asking(paths.signIn(), { next, factors, to: path })}#second-factor`,
  profile: () => '/you/profile',
  security: () => '/you/security',
  addFactor: () => asking(paths.security(), { open: 'add' }),
  renameFactor: (factor: string) => asking(paths.security(), { open: 'rename', factor }),
  changePassword: () => asking(paths.security(), { open: 'password' }),
  makeRecoveryCodes: () => asking(paths.security(), { open: 'codes' }),
  sessions: () => '/you/sessions',
  tokens: () => '/you/tokens',
  makeToken: () => asking(paths.tokens(), { open: 'make' }),
  signIns: () => '/you/sign-ins',
  permissions: () => '/permissions',
  permission: (action: string) => `${paths.permissions()}#${encodeURIComponent(action)}`,

  tenant: (tenant: string) => at('tenants', tenant),
  namespaces: (tenant: string) => at('tenants', tenant, 'namespaces'),
  namespace: (tenant: string, namespace: string) => at('tenants', tenant, 'namespaces', namespace),
  createNamespace: (tenant: string) => asking(paths.namespaces(tenant), { open: 'create' }),
  quotas: (tenant: string) => at('tenants', tenant, 'quotas'),
  quotasOf: (tenant: string, namespace: string) => `${paths.quotas(tenant)}#${encodeURIComponent(namespace)}`,
  changeQuota: (tenant: string, namespace: string, resource: string) => asking(paths.quotas(tenant), { open: 'change', namespace, resource }),
  members: (tenant: string) => at('tenants', tenant, 'members'),
  tenantRequests: (tenant: string) => at('tenants', tenant, 'requests'),
  tenantRequest: (tenant: string, request: string) => at('tenants', tenant, 'requests', request),
  requestTenantBeside: (tenant: string) => asking(paths.tenantRequests(tenant), { open: 'create' }),
  audit: (tenant: string) => at('tenants', tenant, 'audit'),

  platform: () => '/platform',
  organisations: () => '/platform/organisations',
  createOrganisation: () => asking(paths.organisations(), { open: 'create' }),
  organisation: (organisation: string) => at('platform', 'organisations', organisation),
  platformTenants: () => '/platform/tenants',
  frozenTenants: () => asking(paths.platformTenants(), { state: 'frozen' }),
  platformTenant: (tenant: string) => at('platform', 'tenants', tenant),
  requests: () => '/platform/requests',
  request: (request: string) => at('platform', 'requests', request),
  requestTenant: (organisation: string) => asking(paths.requests(), { open: 'create', organisation }),
  regions: () => '/platform/regions',
  addRegion: () => asking(paths.regions(), { open: 'create' }),
  platformAudit: () => '/platform/audit',
} as const
