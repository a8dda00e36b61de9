import { Link } from './link'
import type { Missing } from './reason'
import { Region } from './region'

/** Whose it is, and how to ask: never only that it is not there. */
export const NotAllowed = ({ missing: { says, href } }: { missing: Missing }) => (
  <Region title="Not with your roles"><p>{says} <Link href={href}>All permissions</Link></p></Region>
)
