import { router, threshold } from '~/server/api/procedure'
import { EndByProvider, logOutByProvider, receiveEvent } from './end-by-provider'
import { SignInByProvider, signInByProvider } from './sign-in-by-provider'

export const providers = router({
  logOut: threshold('providers.logOut', EndByProvider, logOutByProvider),
  receiveEvent: threshold('providers.receiveEvent', EndByProvider, receiveEvent),
  signIn: threshold('providers.signIn', SignInByProvider, signInByProvider),
})
