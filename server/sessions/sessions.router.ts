import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { EndSession, endSession } from './end-session'
import { listSessions } from './list-sessions'

export const sessions = router({
  list: query('sessions.list', Nothing, listSessions),
  end: command('sessions.end', EndSession, endSession),
})
