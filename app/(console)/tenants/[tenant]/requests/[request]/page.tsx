import type { Metadata } from 'next'
import { RequestInView, requestTitled } from '../../../../request-in-view'

type Props = { params: Promise<{ tenant: string; request: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { tenant, request } = await params
  return requestTitled(request, tenant)
}

export default async function Request({ params }: Props) {
  const { tenant, request } = await params
  return <RequestInView id={request} tenant={tenant} />
}
