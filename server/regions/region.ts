import { z } from 'zod'
import { type Jurisdiction, jurisdictions } from './decide-new-region'

/** `zz` is no country: it is what a tenant from before regions were known was given, so that its work runs nowhere. */
export const RegionId = z.string().max(63).regex(/^(?!zz-)[a-z]{2}(-[a-z]+)+-[0-9]{1,2}$/, 'is the name of a region, such as eu-central-1')

type RegionShown = { region: string; title: string; country: string; jurisdiction: Jurisdiction; createdAt: string }
type Row = { id: string; title: string; country: string; jurisdiction: string; createdAt: Date }
export const regionShown = ({ id, title, country, jurisdiction, createdAt }: Row): RegionShown =>
  ({ region: id, title, country, jurisdiction: z.enum(jurisdictions).parse(jurisdiction), createdAt: createdAt.toISOString() })
