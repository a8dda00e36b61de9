import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AcknowledgeAll, AcknowledgeNotice, acknowledgeAll, acknowledgeNotice } from './acknowledge-notice'
import { PreferMail, preferMail, readPreference } from './prefer-mail'
import { ListHistory, listHistory, listNotices, readInbox } from './list-notices'

export const notices = router({
  list: query('notices.list', Nothing, listNotices),
  inbox: query('notices.inbox', Nothing, readInbox),
  history: query('notices.history', ListHistory, listHistory),
  preference: query('notices.preference', Nothing, readPreference),
  prefer: command('notices.prefer', PreferMail, preferMail),
  acknowledge: command('notices.acknowledge', AcknowledgeNotice, acknowledgeNotice),
  acknowledgeAll: command('notices.acknowledgeAll', AcknowledgeAll, acknowledgeAll),
})
