/** What a page may ask of its own address. Each of these must not compile. */
import { viewOf } from './view'

const view = viewOf({ sorts: ['-asked', 'name'], filters: { state: ['open', 'decided'], find: 'text' }, opens: ['create'] })
const asked = view.read({})
export const [sort, state, find]: ['asked' | 'name', 'open' | 'decided' | null, string | null] = [asked.sort, asked.state, asked.find]

// @ts-expect-error it has no tabs, so that none is shown
export const tab: string = asked.tab
// @ts-expect-error a filter nobody declared
export const colour = asked.colour
// @ts-expect-error a panel nobody declared
view.href('/', asked, { open: 'change' })
// @ts-expect-error a word the filter does not know
view.href('/', asked, { state: 'frozen' })
// @ts-expect-error a filter of a name that every address has for something else
viewOf({ filters: { sort: 'text' } })
