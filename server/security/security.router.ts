import { command, query, router } from '~/server/api/procedure'
import { LetIn, letIn } from './let-in'
import { ListDue, listDue } from './list-due'
import { ListShutOuts, listShutOuts } from './list-shut-outs'
import { ReadFigures, readFigures } from './read-figures'

export const security = router({
  due: query('security.due', ListDue, listDue),
  figures: query('security.figures', ReadFigures, readFigures),
  letIn: command('security.letIn', LetIn, letIn),
  shutOuts: query('security.shutOuts', ListShutOuts, listShutOuts),
})
