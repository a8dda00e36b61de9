/** A process of its own in which somebody says yes to a request of their tenant's, once: for who wants to kill it while it does. */
import { doorFor } from './world'

const [token = '', stepUp = '', input = ''] = process.argv.slice(2)
await (await doorFor({ token }, { stepUp })).requests.approveInTenant(JSON.parse(input))
process.exit(0)
