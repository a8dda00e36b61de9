import { Nothing } from '~/server/api/inputs'
import { query, router, threshold } from '~/server/api/procedure'
import { beginCode, beginPasskey, EnrolCode, EnrolPasskey, enrolCode, enrolPasskey } from './enrol-factor'
import { listSignIns } from './list-sign-ins'
import { challenge, WithCode, WithPasskey, WithRecoveryCode, withCode, withPasskey, withRecoveryCode } from './with-factor'
import { WithPassword, withPassword } from './with-password'
import { WithReset, withReset } from './with-reset'

export const signIn = router({
  withPassword: threshold('signIn.withPassword', WithPassword, withPassword),
  challenge: threshold('signIn.challenge', Nothing, challenge),
  withPasskey: threshold('signIn.withPasskey', WithPasskey, withPasskey),
  withCode: threshold('signIn.withCode', WithCode, withCode),
  withRecoveryCode: threshold('signIn.withRecoveryCode', WithRecoveryCode, withRecoveryCode),
  withReset: threshold('signIn.withReset', WithReset, withReset),
  beginPasskey: threshold('signIn.beginPasskey', Nothing, beginPasskey),
  enrolPasskey: threshold('signIn.enrolPasskey', EnrolPasskey, enrolPasskey),
  beginCode: threshold('signIn.beginCode', Nothing, beginCode),
  enrolCode: threshold('signIn.enrolCode', EnrolCode, enrolCode),
  recent: query('signIn.recent', Nothing, listSignIns),
})
