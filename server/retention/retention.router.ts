import { query, router } from '~/server/api/procedure'
import { ListMonths, listMonths } from './list-months'

export const retention = router({ list: query('retention.list', ListMonths, listMonths) })
