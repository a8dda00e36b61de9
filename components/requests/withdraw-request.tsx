'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { requestRefusals } from '~/server/requests/request.refusals'

/** The asker's own way out. */
export function WithdrawRequest({ request, ask, whyNot }: { request: string; ask: string; whyNot: Reason | null }) {
  const withdraw = useCommand('requests.withdraw', requestRefusals, () => announce(`${ask}: withdrawn.`))
  return (
    <div className="grid gap-3">
      <Refused no={withdraw.no} />
      <div><Button whyNot={whyNot} isSaving={withdraw.isSending} onClick={() => void withdraw.carryOut({ request })}>Withdraw request</Button></div>
    </div>
  )
}
