import { Nothing } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { listControls } from './list-controls'

export const controls = router({
  list: query('controls.list', Nothing, listControls),
})
