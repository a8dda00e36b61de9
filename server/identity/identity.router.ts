import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { BeginStepUp, beginStepUp, ChallengeAsked, challengeForDeed } from './begin-step-up'
import { listPlaces } from './list-places'

export const identity = router({
  places: query('identity.places', Nothing, listPlaces),
  challenge: command('identity.challenge', ChallengeAsked, challengeForDeed),
  beginStepUp: command('identity.beginStepUp', BeginStepUp, beginStepUp),
})
