import { Nothing } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { listRecent } from './list-recent'

export const levels = router({ recent: query('levels.recent', Nothing, listRecent) })
