import { command, router } from '~/server/api/procedure'
import { ConcealPersonal, ConcealPersonalOnPlatform, concealInTenant, concealOnPlatform, OpenPersonal, OpenPersonalOnPlatform, openInTenant, openOnPlatform } from './open-personal'
import { TakeOwn, takeOwn } from './take-own'

export const personal = router({
  conceal: command('personal.conceal', ConcealPersonal, concealInTenant),
  concealOnPlatform: command('personal.concealOnPlatform', ConcealPersonalOnPlatform, concealOnPlatform),
  open: command('personal.open', OpenPersonal, openInTenant),
  openOnPlatform: command('personal.openOnPlatform', OpenPersonalOnPlatform, openOnPlatform),
  takeOwn: command('personal.takeOwn', TakeOwn, takeOwn),
})
