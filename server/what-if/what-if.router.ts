import { decided, router } from '~/server/api/procedure'
import { Suppose } from './supposition'
import { whatIf as supposing } from './what-if'

export const whatIf = router({
  suppose: decided('whatIf.suppose', Suppose, supposing),
})
