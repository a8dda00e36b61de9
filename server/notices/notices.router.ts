import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AcknowledgeNotice, acknowledgeNotice } from './acknowledge-notice'
import { listNotices } from './list-notices'

export const notices = router({
  list: query('notices.list', Nothing, listNotices),
  acknowledge: command('notices.acknowledge', AcknowledgeNotice, acknowledgeNotice),
})
