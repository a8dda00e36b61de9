'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { webhookRefusals } from '~/server/webhooks/webhook.refusals'

export function RetryMessage({ tenant, message, of, whyNot }: { tenant: string | null; message: string; of: string; whyNot: Reason | null }) {
  const done = () => announce('It is tried again.')
  const inTenant = useCommand('webhooks.retry', webhookRefusals, done)
  const onPlatform = useCommand('webhooks.retryOnPlatform', webhookRefusals, done)
  const retry = () => void (tenant === null ? onPlatform.carryOut({ message }) : inTenant.carryOut({ tenant, message }))
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={inTenant.isSending || onPlatform.isSending} onClick={retry} aria-label={`Try again: ${of}`}>Try again</Button>
      <Refused no={inTenant.no ?? onPlatform.no} />
    </span>
  )
}
