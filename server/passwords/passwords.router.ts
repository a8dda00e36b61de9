import { command, router } from '~/server/api/procedure'
import { ChangePassword, changePassword } from './change-password'

export const passwords = router({
  change: command('passwords.change', ChangePassword, changePassword),
})
