'use client'
import { confirmPowers } from '~/components/shell/overlay'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import { Strip } from '~/components/ui/strip'

/** To an approver or a platform admin who has not used what they may do for a while. Reading goes on. */
export const PowersRest = ({ since }: { since: string }) => (
  <Strip tone="notice" action={<Button size="dense" onClick={confirmPowers}>Confirm it is you</Button>}>Your powers rest since <Exact at={since} />. Reading goes on.</Strip>
)
