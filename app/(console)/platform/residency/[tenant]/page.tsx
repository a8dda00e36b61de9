import type { Metadata } from 'next'
import { PolicyForm } from '~/components/residency/policy-form'
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
  const [{ regions, frozenAt }, read] = await onPage((door) => Promise.all([door.tenants.readOnPlatform({ tenant }), door.policies.readInTenant({ tenant, kind: 'residency' })]))
  const [whyNot, tryWhyNot] = await Promise.all([reasonNot('policies.changeInTenant', 'change where its work may run'), reasonNot('residency.tryOut', 'try what another policy would come to')])
  const written = (body: unknown) => documentOf(tenant, body as Body) as Json
  const policy = { ...read, body: written(read.body ?? { jurisdiction: null, allowed: regions, prohibited: [] }), versions: read.versions.map((version) => ({ ...version, body: written(version.body) })) }
  return (
    <Screen title={`Residency of ${tenant}`} frozenAt={frozenAt} says={<p>Where the work of <Link href={paths.platformTenant(tenant)} className="underline">{tenant}</Link> may run. {read.version === null ? 'Nobody has said so yet: it may be in the regions that it was made with.' : `Version ${read.version}.`} A prohibition wins over whatever allows, and a star stands for any characters.</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Section title="What it says"><div className="grid grid-cols-[minmax(0,1fr)] gap-4"><PolicyForm tenant={tenant} policy={policy} whyNot={whyNot} tryWhyNot={tryWhyNot} /></div></Section>
        <Section title="Versions"><VersionList policy={policy} /></Section>
      </div>
    </Screen>
  )
}
