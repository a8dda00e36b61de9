import { type Region, RegionNames } from '~/components/regions/region-names'
import { isolationWord, regimesIn, trustWord } from '~/components/tenants/isolation-words'
import { Properties } from '~/components/ui/properties'
import type { RequestShown } from './request'

/** Exactly what would be made: what is signed is the digest of this. */
export function RequestFacts({ request: { organisation, subject, purpose, terms, payload }, known }: { request: RequestShown; known: readonly Region[] }) {
  return (
    <Properties
      items={[
        { says: 'Tenant', value: <><span className="name">{subject}</span> ({payload.title})</> },
        { says: 'Organisation', value: <span className="name">{organisation}</span> },
        { says: 'Isolation', value: isolationWord(payload.isolationLevel) },
        { says: 'Trust', value: trustWord(payload.trust) },
        { says: 'Regions', value: <RegionNames regions={payload.regions} known={known} /> },
        { says: 'Compliance', value: regimesIn(payload.compliance) },
        { says: 'First admin', value: payload.admin.name },
        { says: 'Capacity', value: 'None: it is given by another deed.' },
        { says: 'Purpose', value: purpose },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}
