import type { Query } from '~/components/ui/view'

/** A page whose address says more than its path: a view reads it. */
export type InView = { searchParams: Promise<Query> }
