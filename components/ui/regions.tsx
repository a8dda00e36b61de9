import { Link } from './link'
import { Region } from './region'

/**
 * There are some, and none as asked for: what was asked for stays to be seen, with the way to all of them. Where there is none at all, a `Region` says what one
 * would be and how to make it: the one told for the other makes people think that things were deleted.
 */
export const FilteredToNothing = ({ says, clear }: { says: string; clear: string }) => (
  <Region title={says} action={<Link href={clear} stays>Clear filter</Link>}><p>There may be some without this filter.</p></Region>
)

/** The same for what is not there and for what may not be seen. */
export const NotFound = ({ what, children }: { what: string; children?: React.ReactNode }) => (
  <Region title={`There is no ${what} here`}><p>Or you may not see it. Check the address, or ask an admin.</p>{children}</Region>
)

