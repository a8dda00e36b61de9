import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { auditInView } from '../../audit-in-view'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Audit · Platform' }

export default async function PlatformAudit({ searchParams }: InView) {
  const found = await auditInView({ tenant: null, at: paths.platformAudit(), searchParams })
  if (found === null) return <Screen title="Audit"><Barred action="audit.searchOnPlatform" deed="search the record" /></Screen>
  return <Screen title="Audit" says={<p>Every deed, refusal and sign-in, of every tenant and of the platform. Reading it is recorded, too, and a tenant sees who opened its records.</p>}>{found}</Screen>
}
