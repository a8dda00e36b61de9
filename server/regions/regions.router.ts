import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AddRegion, addRegion } from './add-region'
import { regionShown } from './region'

export const regions = router({
  list: query('regions.list', Nothing, async (db) => (await db.rows.region.findMany({ orderBy: { id: 'asc' } })).map(regionShown)),
  add: command('regions.add', AddRegion, addRegion),
})
