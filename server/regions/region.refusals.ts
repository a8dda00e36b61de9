import type { RegionRefusal } from './decide-new-region'

export const regionRefusals = {
  name_taken: { says: 'There is a region of that name, and it is another one.', fix: 'Choose another name, or look at what the list says of it.' },
  too_many: { says: 'There are 200 regions, and that is all there can be.', fix: 'Use one of those.' },
} as const satisfies Record<RegionRefusal, { says: string; fix: string }>
