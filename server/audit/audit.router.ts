import { query, router } from '~/server/api/procedure'
import { ListPlatformRecords, listPlatformRecords, ListRecords, listRecords } from './list-records'

export const audit = router({
  list: query('audit.list', ListRecords, listRecords),
  listPlatform: query('audit.listPlatform', ListPlatformRecords, listPlatformRecords),
})
