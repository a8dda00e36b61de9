import { Explained } from './tip'

/** What cannot be read now, and why: never nothing, which would say that there is none, and never a zero. */
export const Unknown = ({ why }: { why: string }) => (
  <Explained says={why} className="-mx-1 px-1 text-quiet"><span aria-hidden="true">—</span><span className="sr-only">Unknown</span></Explained>
)
