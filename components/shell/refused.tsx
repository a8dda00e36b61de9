'use client'
import { useSyncExternalStore } from 'react'
import { Button } from '~/components/ui/button'
import { inView, useIntoView } from '~/components/ui/into-view'
import { Strip } from '~/components/ui/strip'
import type { No } from './answer'
import { listenLive, liveNow } from './live-state'
import { confirmPowers, openElevate } from './overlay'
import { SignInAgain } from './sign-in-again'
import { WhomToAsk } from './whom-to-ask'

/** What only waits for oneself can be begun from here. */
const ways: Readonly<Record<string, React.ReactNode>> = {
  powers_lapsed: <Button size="dense" onClick={confirmPowers}>Confirm it is you</Button>,
  not_elevated: <Button size="dense" onClick={openElevate}>Elevate</Button>,
}

/** Why the deed was not done, where the deed was. What was typed stays. It is told as an alert. `action` puts away what no next try does. */
export function Refused({ no: said, action }: { no: No<string> | null; action?: React.ReactNode }) {
  const isOut = useSyncExternalStore(listenLive, () => liveNow().link === 'signed_out', () => false)
  // Whoever has come back is not told any more that they are out.
  const no = said?.reason === 'not_signed_in' && !isOut ? null : said
  const told = useIntoView(no)
  return (
    <div ref={told} role="alert" className={`${inView} empty:hidden`}>
      {no && (
        <Strip tone="danger" action={action ?? ways[no.reason]}>
          <strong className="font-medium text-danger">{/[.!?]$/.test(no.says) ? no.says : `${no.says}.`}</strong> {no.fix}
          {no.reason === 'not_signed_in' && <> <SignInAgain /></>}
          {no.permission !== undefined && <WhomToAsk permission={no.permission} />}
        </Strip>
      )}
    </div>
  )
}
