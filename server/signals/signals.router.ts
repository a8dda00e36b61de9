import { query, router } from '~/server/api/procedure'
import { ListSignals, listSignals } from './list-signals'

export const signals = router({
  list: query('signals.list', ListSignals, listSignals),
})
