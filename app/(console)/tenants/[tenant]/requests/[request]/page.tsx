import type { Metadata } from 'next'
import { RequestInView } from '../../../../request-in-view'

type Props = { params: Promise<{ tenant: string; request: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `Request · ${(await params).tenant}` })

export default async function Request({ params }: Props) {
  const { tenant, request } = await params
  return <RequestInView id={request} tenant={tenant} />
}
