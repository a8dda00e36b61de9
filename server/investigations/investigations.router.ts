import { command, query, router } from '~/server/api/procedure'
import { ChangeInvestigation, changeInvestigation, CloseInvestigation, closeInvestigation, HandInvestigation, handInvestigation, ReopenInvestigation, reopenInvestigation } from './change-investigation'
import { NoteInvestigation, noteInvestigation, PinRecord, pinRecord, UnpinRecord, unpinRecord } from './change-pin'
import { ListInvestigations, listInvestigations, ReadInvestigation, readInvestigation } from './list-investigations'
import { OpenInvestigation, openInvestigation } from './open-investigation'
import { ExportInvestigation, exportInvestigation } from './read-bundle'

export const investigations = router({
  change: command('investigations.change', ChangeInvestigation, changeInvestigation),
  close: command('investigations.close', CloseInvestigation, closeInvestigation),
  export: query('investigations.export', ExportInvestigation, exportInvestigation),
  hand: command('investigations.hand', HandInvestigation, handInvestigation),
  list: query('investigations.list', ListInvestigations, listInvestigations),
  note: command('investigations.note', NoteInvestigation, noteInvestigation),
  open: command('investigations.open', OpenInvestigation, openInvestigation),
  pin: command('investigations.pin', PinRecord, pinRecord),
  read: query('investigations.read', ReadInvestigation, readInvestigation),
  reopen: command('investigations.reopen', ReopenInvestigation, reopenInvestigation),
  unpin: command('investigations.unpin', UnpinRecord, unpinRecord),
})
