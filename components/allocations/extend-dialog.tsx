'use client'
import { useState } from 'react'
import type { Command } from '~/components/shell/command'
import { FormDialog } from '~/components/shell/form-dialog'
import { neverRefused, useWhileTyping } from '~/components/shell/use-while-typing'
import { Field } from '~/components/ui/field'
import { Exact } from '~/components/ui/moment'
import { TextArea } from '~/components/ui/text-area'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'
import type { Renewal } from '~/server/allocations/decide-renewal'
import type { LatelyUsed } from '~/server/allocations/use'
import { CostShown } from './cost-shown'
import { decideLater } from './decide-later'
import { sayRenewal } from './say-renewal'
import { sayRule } from './say-rule'

type Props = { tenant: string; allocation: string; name: string; endsAt: string; renewal: Renewal; lately: LatelyUsed; command: Pick<Command<'allocations.extend'>, 'no' | 'isSending'>; onClose: () => void; onExtend: (until: string, reason: string | null) => void }
/** Later by so many hours; the new end is shown before it is asked for. */
export function ExtendDialog({ tenant, allocation, name, endsAt, renewal, lately, command, onClose, onExtend }: Props) {
  const [hours, setHours] = useState(String(renewal.hours))
  const [tried, setTried] = useState(false)
  const until = decideLater(endsAt, hours)
  const [reason, setReason] = useState('')
  const { answer, isEarlier } = useWhileTyping('allocations.previewExtension', neverRefused, until === null ? null : { tenant, allocation, endsAt: until, reason: null })
  const preview = isEarlier || answer === null ? null : answer.value
  // What was last known of it stays while somebody types on: a reason that is half written is not taken away.
  const asks = answer?.value.asks ?? null
  const problem = tried && until === null ? 'Write a whole number, such as 24.' : null
  function submit() {
    setTried(true)
    if (until !== null) onExtend(until, asks === null || reason.trim() === '' ? null : reason.trim())
  }
  return (
    <FormDialog title={`Extend ${name}`} deed={asks === null ? 'Extend allocation' : 'Ask for it'} command={command} problems={problem === null ? [] : [{ field: 'hours', label: 'Later by', says: problem }]} dirty={hours !== String(renewal.hours) || reason.trim() !== ''} onSubmit={submit} onClose={onClose}>
      <p className="max-w-[60ch]">{sayRenewal(renewal, lately)}</p>
      <Field label="Later by" name="hours" unit="hours" inputMode="numeric" autoComplete="off" className="w-24" value={hours} onType={setHours} problem={problem} />
      <p className="text-dense">It ends <Exact at={endsAt} />{until !== null && <>, and would end <Exact at={until} /></>}.</p>
      <div role="status" className="grid gap-2 text-dense empty:hidden">
        {preview !== null && preview.refusal !== null && <p className="text-danger">{allocationRefusals[preview.refusal].says} {allocationRefusals[preview.refusal].fix}</p>}
        {preview !== null && preview.refusal === null && <p>{asks === null ? 'Nobody need be asked.' : `${asks.says} Asked for a yes: ${sayRule(asks.rule)}, ${asks.level === 'tenant' ? 'of this tenant first' : 'of the platform'}. Until then it ends when it does now.`}</p>}
        {preview?.cost && <div>It costs <CostShown cost={preview.cost} /></div>}
      </div>
      {asks !== null && <TextArea label="Reason" name="reason" hint="Why it should go on. Whoever approves reads it; without one, what it was asked for." rows={2} longest={500} value={reason} onType={setReason} problem={null} />}
    </FormDialog>
  )
}
