import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { BeginStepUp, beginStepUp, ChallengeAsked, challengeForDeed } from './begin-step-up'
import { listPlaces } from './list-places'
import { listRoles } from './list-roles'

export const identity = router({
  places: query('identity.places', Nothing, listPlaces),
  roles: query('identity.roles', Nothing, listRoles),
  challenge: command('identity.challenge', ChallengeAsked, challengeForDeed),
  beginStepUp: command('identity.beginStepUp', BeginStepUp, beginStepUp),
})
