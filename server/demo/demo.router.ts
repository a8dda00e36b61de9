import { query, router } from '~/server/api/procedure'
import { CodeAsked, showCode } from './show-code'

export const demo = router({
  code: query('demo.code', CodeAsked, showCode),
})
