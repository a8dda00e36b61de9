import type { Metadata } from 'next'
import type { InView } from '../../../in-view'
import { TogetherInView } from '../../../together-in-view'

export const metadata: Metadata = { title: 'Review and sign · Platform' }

export default function Together({ searchParams }: InView) {
  return <TogetherInView tenant={null} searchParams={searchParams} />
}
