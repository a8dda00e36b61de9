import { query, router } from '~/server/api/procedure'
import { ListIdle, listIdle } from './list-idle'
import { ListPeaks, listPeaks } from './list-peaks'
import { ReadUse, ReadUseByPerson, readUse, readUseByPerson } from './read-use'

export const use = router({
  idle: query('use.idle', ListIdle, listIdle),
  peaks: query('use.peaks', ListPeaks, listPeaks),
  read: query('use.read', ReadUse, readUse),
  readByPerson: query('use.readByPerson', ReadUseByPerson, readUseByPerson),
})
