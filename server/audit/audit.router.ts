import { Nothing } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { countLines, CountLines, countPlatformLines, CountPlatformLines } from './count-lines'
import { CountNewer, countNewer, CountNewerOnPlatform, countNewerOnPlatform } from './count-newer'
import { ListPlatformRecords, listPlatformRecords, ListRecords, listRecords } from './list-records'
import { readExport, ReadExport, readPlatformExport, ReadPlatformExport } from './read-export'
import { ProvePlatformRecord, provePlatformRecord, ProveRecord, proveRecord, ShowConsistency, showConsistency, showLog } from './prove-record'
import { searchLines, SearchLines, searchPlatformLines, SearchPlatformLines } from './search-lines'

export const audit = router({
  export: query('audit.export', ReadExport, readExport),
  exportOnPlatform: query('audit.exportOnPlatform', ReadPlatformExport, readPlatformExport),
  facets: query('audit.facets', CountLines, countLines),
  facetsOnPlatform: query('audit.facetsOnPlatform', CountPlatformLines, countPlatformLines),
  list: query('audit.list', ListRecords, listRecords),
  listPlatform: query('audit.listPlatform', ListPlatformRecords, listPlatformRecords),
  log: query('audit.log', Nothing, showLog),
  newer: query('audit.newer', CountNewer, countNewer),
  newerOnPlatform: query('audit.newerOnPlatform', CountNewerOnPlatform, countNewerOnPlatform),
  consistency: query('audit.consistency', ShowConsistency, showConsistency),
  prove: query('audit.prove', ProveRecord, proveRecord),
  proveOnPlatform: query('audit.proveOnPlatform', ProvePlatformRecord, provePlatformRecord),
  search: query('audit.search', SearchLines, searchLines),
  searchOnPlatform: query('audit.searchOnPlatform', SearchPlatformLines, searchPlatformLines),
})
