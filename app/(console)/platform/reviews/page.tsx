import type { Metadata } from 'next'
import type { InView } from '../../in-view'
import { ReviewsInView } from '../../reviews-in-view'

export const metadata: Metadata = { title: 'Reviews · Platform' }

export default function Reviews({ searchParams }: InView) {
  return <ReviewsInView tenant={null} searchParams={searchParams} />
}
