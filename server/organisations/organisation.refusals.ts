import type { OrganisationRefusal } from './decide-new-organisation'

export const organisationRefusals = {
  name_taken: { says: 'There is an organisation of that name, with another title.', fix: 'Choose another name.' },
} as const satisfies Record<OrganisationRefusal, { says: string; fix: string }>
