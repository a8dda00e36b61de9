import { Nothing } from '~/server/api/inputs'
import { query, router } from '~/server/api/procedure'
import { CodeAsked, showCode } from './show-code'
import { showPasskey } from './show-passkey'

export const demo = router({
  code: query('demo.code', CodeAsked, showCode),
  passkey: query('demo.passkey', Nothing, showPasskey),
})
