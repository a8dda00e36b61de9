'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { webhookRefusals } from '~/server/webhooks/webhook.refusals'
import { keyOnce } from './webhook-form'

type Props = { tenant: string | null; webhook: string; title: string; whyNot: { test: Reason | null; rotate: Reason | null; end: Reason | null } }
/** What can be done with one that listens. Without a tenant it is the platform's. */
export function ChangeWebhook({ tenant, webhook, title, whyNot }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const [says, setSays] = useState<string | null>(null)
  const say = (sentence: string) => {
    setSays(sentence)
    announce(sentence)
  }
  const tested = () => say('A test is on its way: what becomes of it is below.')
  const rotated = (made: { secret: string }) => setSecret(made.secret)
  const ended = () => say(`${title} is told nothing any more.`)
  const inTenant = { test: useCommand('webhooks.test', webhookRefusals, tested), rotate: useCommand('webhooks.rotate', webhookRefusals, rotated), end: useCommand('webhooks.end', webhookRefusals, ended) }
  const onPlatform = { test: useCommand('webhooks.testOnPlatform', webhookRefusals, tested), rotate: useCommand('webhooks.rotateOnPlatform', webhookRefusals, rotated), end: useCommand('webhooks.endOnPlatform', webhookRefusals, ended) }
  const isSending = (deed: keyof typeof inTenant) => inTenant[deed].isSending || onPlatform[deed].isSending
  const newKey = { deed: `Make a new key for ${title}`, consequence: 'For a day messages are signed by the key of before, too.' }
  const noMore = { deed: `End the webhook ${title}`, consequence: 'It is told nothing any more, and what waits is dropped.' }
  const test = () => void (tenant === null ? onPlatform.test.carryOut({ webhook }) : inTenant.test.carryOut({ tenant, webhook }))
  const rotate = () => void (tenant === null ? onPlatform.rotate.carryOut({ webhook }, newKey) : inTenant.rotate.carryOut({ tenant, webhook }, newKey))
  const end = () => void (tenant === null ? onPlatform.end.carryOut({ webhook }, noMore) : inTenant.end.carryOut({ tenant, webhook }, noMore))
  const all = [inTenant.test, inTenant.rotate, inTenant.end, onPlatform.test, onPlatform.rotate, onPlatform.end]
  if (secret !== null) return <Once says={keyOnce} secret={secret} of="the key" onKept={() => setSecret(null)} />
  return (
    <div className="grid justify-items-start gap-3">
      {says && <Strip tone="info">{says}</Strip>}
      <Refused no={all.find(({ no }) => no !== null)?.no ?? null} />
      <div className="flex flex-wrap gap-3">
        <Button whyNot={whyNot.test} isSaving={isSending('test')} onClick={test}>Send a test</Button>
        <Button whyNot={whyNot.rotate} isSaving={isSending('rotate')} onClick={rotate}>Make a new key</Button>
        <Button whyNot={whyNot.end} isSaving={isSending('end')} onClick={end}>End webhook</Button>
      </div>
      <StepUpDialog stepUp={all.find(({ stepUp }) => stepUp !== null)?.stepUp ?? null} />
    </div>
  )
}
