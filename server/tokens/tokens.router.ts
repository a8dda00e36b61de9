import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { MakeToken, makeTokenFor, RevokeToken, revokeToken } from './change-token'
import { listTokens } from './list-tokens'

export const tokens = router({
  list: query('tokens.list', Nothing, listTokens),
  make: command('tokens.make', MakeToken, makeTokenFor),
  revoke: command('tokens.revoke', RevokeToken, revokeToken),
})
