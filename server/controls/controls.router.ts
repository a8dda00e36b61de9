import { Nothing } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { listControls } from './list-controls'
import { OnRegime, readRegime } from './read-regime'

export const controls = router({
  export: query('controls.export', OnRegime, readRegime),
  list: query('controls.list', Nothing, listControls),
  read: query('controls.read', OnRegime, readRegime),
})
