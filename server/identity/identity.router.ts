import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { BeginStepUp, beginStepUp } from './begin-step-up'
import { listPlaces } from './list-places'

export const identity = router({
  places: query('identity.places', Nothing, listPlaces),
  beginStepUp: command('identity.beginStepUp', BeginStepUp, beginStepUp),
})
