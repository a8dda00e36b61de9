'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'

/** What was seen until now is written down with the next look, and then is part of a proof. */
export function WriteNow({ tenant, isAsked, whyNot }: { tenant: string; isAsked: boolean; whyNot: Reason | null }) {
  const keep = useCommand('residency.keep', {}, () => announce('It is written down within seconds.'))
  return (
    <div className="grid justify-items-start gap-2">
      {isAsked ? <p>What was seen is being written down.</p> : <Button whyNot={whyNot} isSaving={keep.isSending} onClick={() => void keep.carryOut({ tenant })}>Write down what was seen until now</Button>}
      <Refused no={keep.no} />
    </div>
  )
}
