import { z } from 'zod'
import { Title } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideNewRegion, jurisdictions } from './decide-new-region'
import { RegionId, regionShown } from './region'

export const AddRegion = z.strictObject({
  region: RegionId, title: Title, country: z.string().length(2).regex(/^[A-Z]{2}$/, 'is the two letters of a country, such as DE'), jurisdiction: z.enum(jurisdictions),
})

export async function addRegion(tx: PlatformWriter<'regions.add'>, { region: id, ...wish }: z.infer<typeof AddRegion>) {
  const sameName = await tx.rows.region.findUnique({ where: { id } })
  const decision = decideNewRegion({ sameName, regions: await tx.rows.region.count() }, wish)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (sameName) return tx.record({ before: regionShown(sameName), after: regionShown(sameName) }, regionShown(sameName))
  const made = regionShown(await tx.rows.region.create({ data: { id, ...wish, createdAt: tx.now } }))
  return tx.record({ before: null, after: made }, made)
}
