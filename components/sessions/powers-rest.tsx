'use client'
import { confirmPowers } from '~/components/shell/overlay'
import { Button } from '~/components/ui/button'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'

/** To an approver or a platform admin who has not used what they may do for a while. Reading goes on. */
export function PowersRest({ since }: { since: string }) {
  useFoundFocus()
  return <Strip tone="notice" action={<Button size="dense" onClick={confirmPowers}>Confirm it is you</Button>}>Your powers rest since <Exact at={since} />. Reading goes on.</Strip>
}
