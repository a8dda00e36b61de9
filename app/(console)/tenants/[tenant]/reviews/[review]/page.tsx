import type { Metadata } from 'next'
import type { InView } from '../../../../in-view'
import { ReviewInView, reviewTitled } from '../../../../review-in-view'

type Props = InView & { params: Promise<{ tenant: string; review: string }> }
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const { tenant, review } = await params
  return reviewTitled(tenant, review, searchParams)
}

export default async function Review({ params, searchParams }: Props) {
  const { tenant, review } = await params
  return <ReviewInView tenant={tenant} id={review} searchParams={searchParams} />
}
