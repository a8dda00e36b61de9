import type { Metadata } from 'next'
import { SignInTable } from '~/components/sign-in/sign-in-table'
import { Region } from '~/components/ui/region'
import { onPage } from '~/server/api/caller'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Sign-ins' }

export default async function SignIns() {
  const signIns = await onPage((door) => door.signIn.recent({}))
  return (
    <Screen title="Sign-ins" says={<p>The last fifty times that somebody came in as you, or tried to.</p>}>
      {signIns.length === 0 ? <Region title="No sign-ins yet"><p>Nobody has come in as you lately.</p></Region> : <SignInTable signIns={signIns} />}
    </Screen>
  )
}
