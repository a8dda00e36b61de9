import { cache } from 'react'
import type { Query } from '~/components/ui/view'
import { momentName } from '~/components/ui/keep-moment'
import { onPage } from '~/server/api/caller'
import type { MomentRefusal } from '~/server/past/decide-moment'

/** As of when a page is read: `at`, or why not as of what its address says. `since` is when the history of the place begins. */
export type Then = { readonly since: string } & ({ readonly at: string; readonly refusal: null } | { readonly at: null; readonly refusal: MomentRefusal })

const lookAt = cache((tenant: string, asOf: string) => onPage((door) => door.past.look({ tenant, asOf })))

/** Null is now. */
export async function thenIn(tenant: string, searchParams: Promise<Query>): Promise<Then | null> {
  const said = (await searchParams)[momentName]
  if (said === undefined) return null
  const asOf = typeof said === 'string' ? said : ''
  const looked = await lookAt(tenant, asOf.slice(0, 64))
  return looked.ok ? { since: looked.since, at: looked.at, refusal: null } : { since: looked.since, at: null, refusal: looked.refusal }
}
