import type { Metadata } from 'next'
import { RequestInView } from '../../../request-in-view'

export const metadata: Metadata = { title: 'Request · Platform' }

export default async function Request({ params }: { params: Promise<{ request: string }> }) {
  return <RequestInView id={(await params).request} tenant={null} />
}
