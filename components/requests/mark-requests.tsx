'use client'
import { useMemo } from 'react'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Selection } from '~/components/ui/selection'
import type { RequestListed } from './request'
import { sayMarked } from './say-marked'

type Marked = Pick<RequestListed, 'request' | 'devices'>
/** Of what waits for its reader, some are marked to be signed at one tap; what is signed by itself cannot be. `tenant` is null on the platform. */
export function MarkRequests({ can, tenant, filter, children }: { can: readonly Marked[]; tenant: string | null; filter: React.ReactNode; children: React.ReactNode }) {
  const marked = (ids: readonly string[]) => can.filter(({ request }) => ids.includes(request))
  return (
    <Selection ids={can.map(({ request }) => request)} filter={filter} says={(ids) => sayMarked(marked(ids))} actions={(ids) => <Review marked={ids} tenant={tenant} />}>
      {children}
    </Selection>
  )
}

function Review({ marked, tenant }: { marked: readonly string[]; tenant: string | null }) {
  const href = tenant === null ? paths.requestsTogether(...marked) : paths.tenantRequestsTogether(tenant, ...marked)
  const entries = useMemo(() => [{ id: 'review', says: 'Review and sign', keys: 'a', whyNot: null, href }], [href])
  return (
    <>
      <PaletteEntries entries={entries} />
      <Link href={href} className={buttonClass({ look: 'primary', size: 'dense' })}>Review and sign</Link>
    </>
  )
}
