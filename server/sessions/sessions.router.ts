import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { confirmSelf, EndSession, endOtherSessions, endSession } from './end-session'
import { listSessions } from './list-sessions'
import { readSessionState } from './read-session-state'

export const sessions = router({
  list: query('sessions.list', Nothing, listSessions),
  state: query('sessions.state', Nothing, readSessionState),
  end: command('sessions.end', EndSession, endSession),
  endOthers: command('sessions.endOthers', Nothing, endOtherSessions),
  confirm: command('sessions.confirm', Nothing, confirmSelf),
})
