import { command, query, router } from '~/server/api/procedure'
import { EndPair, endPair } from './end-pair'
import { ListPairs, listPairs } from './list-pairs'
import { OfferPair, offerPair } from './offer-pair'

export const pairs = router({
  end: command('pairs.end', EndPair, endPair),
  list: query('pairs.list', ListPairs, listPairs),
  offer: command('pairs.offer', OfferPair, offerPair),
})
