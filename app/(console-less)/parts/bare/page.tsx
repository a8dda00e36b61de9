import { notFound } from 'next/navigation'
import { partsAreShown } from '~/server/api/workshop'

/** Nothing but the root: what any page of this build weighs at least. */
export default function Bare() {
  if (!partsAreShown()) notFound()
  return <main><h1>A bare page</h1></main>
}
