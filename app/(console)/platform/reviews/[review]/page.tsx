import type { Metadata } from 'next'
import type { InView } from '../../../in-view'
import { ReviewInView } from '../../../review-in-view'

type Props = InView & { params: Promise<{ review: string }> }
export const metadata: Metadata = { title: 'Review · Platform' }

export default async function Review({ params, searchParams }: Props) {
  return <ReviewInView tenant={null} id={(await params).review} searchParams={searchParams} />
}
