'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { reviewRefusals } from '~/server/reviews/review.refusals'

/** Before its time: after an incident, or when many have left. Without a tenant it is of the platform. */
export function BeginReview({ tenant, whyNot }: { tenant: string | null; whyNot: Reason | null }) {
  const done = () => announce('The review has begun.')
  const inTenant = useCommand('reviews.begin', reviewRefusals, done)
  const onPlatform = useCommand('reviews.beginOnPlatform', reviewRefusals, done)
  const signing = { deed: `Begin a review ${tenant === null ? 'of the platform' : `of ${tenant}`}`, consequence: 'All that is held there is asked about. What nobody keeps by the deadline is ended.' }
  const { no, stepUp, isSending } = tenant === null ? onPlatform : inTenant
  const begin = () => void (tenant === null ? onPlatform.carryOut({}, signing) : inTenant.carryOut({ tenant }, signing))
  return (
    <span className="inline-grid justify-items-end gap-1">
      <Button look="primary" whyNot={whyNot} isSaving={isSending} onClick={begin}>Begin review</Button>
      <Refused no={no} />
      <StepUpDialog stepUp={stepUp} />
    </span>
  )
}
