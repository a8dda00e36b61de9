/**
 * Which fields of what was asked and answered the record keeps, by the resource that it was asked of. What is not named here is left out, and the record says that it was:
 * addresses and names of people, what somebody looked for, and every secret. A star keeps all that stands below.
 */
const everywhere = [
  'tenant', 'namespace', 'resource', 'region', 'regions', 'organisation', 'person', 'role', 'customRole', 'version', 'title', 'name', 'kind', 'kinds', 'state', 'level', 'reason', 'purpose', 'because', 'until', 'since', 'at', 'days', 'hours', 'minutes',
  'request', 'requests', 'allocation', 'binding', 'terms', 'limit', 'limits', 'from', 'to', 'show', 'sort', 'descending', 'ok', 'value', 'id',
] as const
const ofResource: Readonly<Record<string, readonly string[]>> = {
  allocations: ['class', 'pods', 'each*', 'models', 'labels*', 'waits', 'pod*', 'claims*', 'endsAt', 'verdict', 'decision', 'word', 'answer', 'checks*', 'place*', 'resources*', 'amounts*', 'gpus', 'because', 'by', 'node', 'nodes*', 'pair'],
  audit: ['form', 'asOf', 'stream', 'sequence'],
  breakGlass: ['breakGlass', 'opensAt', 'tenants', 'signatures'],
  cases: ['case', 'step', 'allocations', 'gpus', 'hours', 'percent', 'outcome', 'note', 'repeats'],
  controls: ['regime'],
  delegations: ['delegation'],
  elevations: ['elevation', 'ends'],
  erasures: ['typed', 'erasure', 'of'],
  factors: ['factor'],
  feeds: ['feed', 'way', 'format'],
  fleet: ['node', 'nodes', 'pools', 'repeats'],
  holds: ['hold', 'of', 'matter', 'lifted'],
  incidents: ['incident', 'severity', 'playbook', 'seen', 'awareAt', 'signal', 'case', 'of', 'thing', 'contained', 'containment', 'sessions', 'tokens', 'nodes', 'repeats', 'step', 'note', 'answer', 'toldAt', 'summary', 'closed'],
  investigations: ['investigation', 'question', 'incident', 'place', 'stream', 'sequence', 'why', 'pinned', 'note', 'number', 'owner', 'finding', 'repeats', 'record', 'asOf'],
  invitations: ['invitation'],
  members: ['group', 'groupBinding', 'provider', 'action', 'people'],
  namespaces: ['environment', 'costCentre', 'owner', 'isolation', 'podSecurity', 'labels*', 'typed', 'ends', 'closing'],
  notices: ['notice', 'mail', 'hour'],
  pairs: ['otherTenant', 'otherNamespace', 'way', 'ports', 'pair', 'label'],
  past: ['asOf'],
  people: ['factors', 'people'],
  personal: ['stream', 'sequence', 'field'],
  policies: ['of', 'body*', 'control', 'mode', 'condition'],
  quotas: ['class', 'amount', 'lines', 'draft', 'used', 'held', 'namespaces*', 'lowers'],
  receipts: ['word'],
  regions: ['country', 'jurisdiction'],
  requests: ['question', 'answer', 'items', 'word', 'less', 'pods', 'carriedOut', 'approvals', 'missing', 'receipt*', 'made*', 'verdict'],
  residency: ['asOf', 'covers', 'disaster', 'exception', 'failover', 'jurisdiction', 'nodes', 'note', 'of', 'owner', 'replaced', 'violation'],
  retention: ['month', 'records', 'file', 'digest'],
  reviews: ['review', 'answers', 'line', 'word', 'kept', 'ended'],
  roles: ['actions', 'role'],
  security: ['shutOut', 'scope', 'step', 'token', 'until', 'letIn', 'range'],
  sessions: ['session'],
  signals: ['topic'],
  tenants: ['isolationLevel', 'trust', 'compliance', 'was'],
  tokens: ['token', 'actions'],
  use: ['range', 'by', 'namespaces'],
  webhooks: ['webhook', 'format', 'message'],
  whatIf: ['demands*', 'without'],
}
export type Fields = { readonly keeps: (name: string) => 'no' | 'itself' | 'all' }
const made = new Map<string, Fields>()
/** Of a resource that is not named, what means the same everywhere. */
export function fieldsOf(resource: string): Fields {
  const known = made.get(resource)
  if (known) return known
  const own = Object.hasOwn(ofResource, resource) ? (ofResource[resource] ?? []) : []
  const listed = new Set<string>([...everywhere, ...own])
  const fields: Fields = { keeps: (name) => (listed.has(`${name}*`) ? 'all' : listed.has(name) ? 'itself' : 'no') }
  if (Object.hasOwn(ofResource, resource)) made.set(resource, fields)
  return fields
}
