import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'

/** The same for what is not there and for what may not be seen. */
export const NothingHere = () => (
  <Region title="Not found" level={1} action={<Link href="/">Go to your places</Link>}>
    <p>There is no such page here, or you may not see it. Check the address, or ask an admin of the tenant.</p>
  </Region>
)
