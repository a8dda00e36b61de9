import type { InView } from '../../../in-view'
import { ReviewsInView } from '../../../reviews-in-view'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Reviews')

export default async function Reviews({ params, searchParams }: InTenant & InView) {
  return <ReviewsInView tenant={(await params).tenant} searchParams={searchParams} />
}
