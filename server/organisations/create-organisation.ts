import { z } from 'zod'
import { Handle, Title } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideNewOrganisation } from './decide-new-organisation'
import { organisationShown, withTenants } from './organisation'

export const CreateOrganisation = z.strictObject({ organisation: Handle, title: Title })

/** It begins with an account that holds nothing. The platform's own account is held since the deed began, so two of one name come one after the other. */
export async function createOrganisation(tx: PlatformWriter<'organisations.create'>, { organisation, title }: z.infer<typeof CreateOrganisation>) {
  const same = await tx.rows.organisation.findUnique({ where: { id: organisation }, include: withTenants })
  const decision = decideNewOrganisation({ titleOfSameName: same?.title ?? null }, { title })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (same) return tx.record({ before: organisationShown(same), after: organisationShown(same) }, organisationShown(same))
  const made = await tx.rows.organisation.create({ data: { id: organisation, title, createdAt: tx.now } })
  await tx.rows.account.createMany({ data: [{ id: `platform/${organisation}`, kind: 'organisation', parentId: 'platform', organisationId: organisation }] })
  const shown = organisationShown({ ...made, _count: { tenants: 0 } })
  return tx.record({ before: null, after: shown }, shown)
}
