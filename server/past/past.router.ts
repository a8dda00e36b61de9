import { query, router } from '~/server/api/procedure'
import { LookAt, lookAt } from './look'

export const past = router({
  look: query('past.look', LookAt, lookAt),
})
