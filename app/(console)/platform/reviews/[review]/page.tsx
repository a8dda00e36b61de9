import type { Metadata } from 'next'
import type { InView } from '../../../in-view'
import { ReviewInView, reviewTitled } from '../../../review-in-view'

type Props = InView & { params: Promise<{ review: string }> }
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => reviewTitled(null, (await params).review, searchParams)

export default async function Review({ params, searchParams }: Props) {
  return <ReviewInView tenant={null} id={(await params).review} searchParams={searchParams} />
}
