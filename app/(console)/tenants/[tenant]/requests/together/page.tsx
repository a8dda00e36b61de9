import type { InView } from '../../../../in-view'
import { TogetherInView } from '../../../../together-in-view'
import { type InTenant, titled } from '../../in-tenant'

export const generateMetadata = titled('Review and sign')

export default async function Together({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  return <TogetherInView tenant={tenant} searchParams={searchParams} />
}
