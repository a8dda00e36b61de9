import { query, router } from '~/server/api/procedure'
import { ListRuns, listRuns } from './list-runs'

export const reconciliation = router({ list: query('reconciliation.list', ListRuns, listRuns) })
