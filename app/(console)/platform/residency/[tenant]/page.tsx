import type { Metadata } from 'next'
import { FailoverForm } from '~/components/residency/disaster-form'
import { PolicyForm } from '~/components/residency/policy-form'
import { FailoverNow } from '~/components/residency/two-words'
import { VersionList } from '~/components/policies/version-list'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { documentOf } from '~/server/admission/residency/decide-document'
import { onPage } from '~/server/api/caller'
import type { Json } from '~/server/shared/canonical'
import { reasonNot } from '../../../deeds'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = { params: Promise<{ tenant: string }> }
type Body = Parameters<typeof documentOf>[1]
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${(await params).tenant} · Residency · Platform` })

/** Where one tenant's work may run, in the words in which other tools write it. */
export default async function ResidencyOf({ params }: Props) {
  const { tenant } = await params
  const [inTenant, read, known, { failovers }] = await onPage((door) => Promise.all([door.tenants.readOnPlatform({ tenant }), door.policies.readInTenant({ tenant, kind: 'residency' }), door.regions.list({}), door.residency.disasters({ of: tenant })]))
  const [whyNot, tryWhyNot, ask, sign, end] = await Promise.all([reasonNot('policies.changeInTenant', 'change where its work may run'), reasonNot('residency.tryOut', 'try what another policy would come to'), reasonNot('residency.askFailover', 'ask where its work may go in a disaster'), reasonNot('residency.signFailover', 'sign where its work may go in a disaster'), reasonNot('residency.endFailover', 'end what is prepared')])
  const written = (body: unknown) => documentOf(tenant, body as Body) as Json
  const policy = { ...read, body: written(read.body ?? { jurisdiction: null, allowed: inTenant.regions, prohibited: [] }), versions: read.versions.map((version) => ({ ...version, body: written(version.body) })) }
  return (
    <Screen title={`Residency of ${tenant}`} inTenant={inTenant} says={<p>Where the work of <Link href={paths.platformTenant(tenant)} className="underline">{tenant}</Link> may run. {read.version === null ? 'Nobody has said so yet: it may be in the regions that it was made with.' : `Version ${read.version}.`} A prohibition wins over whatever allows, and a star stands for any characters.</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Section title="What it says"><div className="grid grid-cols-[minmax(0,1fr)] gap-4"><PolicyForm tenant={tenant} policy={policy} whyNot={whyNot} tryWhyNot={tryWhyNot} /></div></Section>
        <Section title="In a disaster">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <p>While a disaster is declared in a region where its work may be, it may go to the regions that were prepared, and nothing that a prohibition or its law keeps out. Two people prepare them: one asks, another signs.</p>
            {failovers.map((failover) => <FailoverNow key={failover.failover} failover={failover} whyNot={{ sign, end }} />)}
            <FailoverForm tenant={tenant} regions={known.map(({ region }) => region)} whyNot={ask} />
          </div>
        </Section>
        <Section title="Versions"><VersionList policy={policy} /></Section>
      </div>
    </Screen>
  )
}
