import type { Metadata } from 'next'
import { RequestInView, requestTitled } from '../../../request-in-view'

type Props = { params: Promise<{ request: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => requestTitled((await params).request, null)

export default async function Request({ params }: Props) {
  return <RequestInView id={(await params).request} tenant={null} />
}
