import type { LostReason } from './decide-new-work'
import type { ResidencyReason } from './decide-residency'

export const residencyRefusals = {
  region_unknown: { says: 'There is no such region.', fix: 'Ask for one of the regions allowed to the tenant, or for none in particular.' },
  region_prohibited: { says: 'The tenant’s data must not be in that region.', fix: 'Ask for one of the regions allowed to the tenant, or for none in particular.' },
  region_not_allowed: { says: 'The region is not one of those allowed to the tenant.', fix: 'Ask for one of the regions allowed to the tenant, or for none in particular.' },
  outside_jurisdiction: { says: 'Another law holds in that region than the one under which the tenant’s data stays.', fix: 'Ask for one of the regions allowed to the tenant, or for none in particular.' },
  nowhere: { says: 'The tenant’s work may run in no region.', fix: 'Ask for the tenant to be allowed a region first.' },
} as const satisfies Record<ResidencyReason, { says: string; fix: string }>
export const lostRefusals = {
  region_lost: { says: 'There is a disaster where it would run, and nothing new begins there.', fix: 'Ask for another of the regions allowed to the tenant, or say that it may wait until it is over.' },
} as const satisfies Record<LostReason, { says: string; fix: string }>
