import { command, query, router } from '~/server/api/procedure'
import { LiftHold, liftHold, PlaceHold, placeHold } from './change-hold'
import { ListHolds, listHolds } from './list-holds'

export const holds = router({
  lift: command('holds.lift', LiftHold, liftHold),
  list: query('holds.list', ListHolds, listHolds),
  place: command('holds.place', PlaceHold, placeHold),
})
