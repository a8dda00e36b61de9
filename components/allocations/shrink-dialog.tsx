'use client'
import { useState } from 'react'
import { figureOf } from '~/components/quotas/amount'
import type { Command } from '~/components/shell/command'
import { FormDialog } from '~/components/shell/form-dialog'
import { neverRefused, useWhileTyping } from '~/components/shell/use-while-typing'
import { Field } from '~/components/ui/field'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { allocationRefusals } from '~/server/allocations/allocation.refusals'
import { levelWord } from './level-word'
import { wholeNumber } from './whole-number'

type Props = { tenant: string; allocation: string; name: string; pods: number; has: number; /** As many a pod as were proposed. */ proposed: string | null; command: Pick<Command<'allocations.shrink'>, 'no' | 'isSending'>; onClose: () => void; onShrink: (gpus: number) => void }

/** Fewer GPUs for each of its pods, with what the accounts get back before it is done. */
export function ShrinkDialog({ tenant, allocation, name, pods, has, proposed, command, onClose, onShrink }: Props) {
  const [typed, setTyped] = useState<string | null>(proposed)
  const [tried, setTried] = useState(proposed !== null)
  const preview = (size: number | null) => size === null ? null : { tenant, allocation, gpus: size }
  const seen = useWhileTyping('allocations.previewShrink', neverRefused, preview(has)).answer?.value ?? null
  const need = seen?.need ?? null
  // Until somebody types, what it needs is proposed as soon as it is known.
  const gpus = typed ?? (need !== null && Number(need) < has ? need : '')
  const wanted = wholeNumber(gpus, has - 1)
  const { answer, isEarlier } = useWhileTyping('allocations.previewShrink', neverRefused, preview(wanted))
  const shown = isEarlier || answer === null ? null : answer.value
  const problem = tried && wanted === null ? has === 2 ? 'Write 1: nothing else is fewer than 2.' : `Write a whole number from 1 to ${has - 1}.` : null
  function submit() {
    setTried(true)
    if (wanted !== null) onShrink(wanted)
  }
  return (
    <FormDialog title={`Make ${name} smaller`} deed="Make smaller" command={command} problems={problem === null ? [] : [{ field: 'gpus', label: 'GPUs', says: problem }]} dirty={typed !== proposed} onSubmit={submit} onClose={onClose}>
      <p className="max-w-[60ch]">{pods === 1 ? `Its pod has ${has} GPUs.` : `Each of its ${pods} pods has ${has} GPUs.`} {sayNeed(seen)}</p>
      <Field label={pods === 1 ? 'GPUs' : 'GPUs of each pod'} name="gpus" inputMode="numeric" autoComplete="off" className="w-24" value={gpus} onType={setTyped} problem={problem} />
      <p className="max-w-[60ch] text-dense">Its cluster begins its pods again, where they are, with fewer GPUs; cores and memory stay. What has not been saved is lost.</p>
      <div role="status" className="grid gap-2 text-dense empty:hidden">
        {shown?.refusal && <p className="text-danger">{allocationRefusals[shown.refusal].says} {shown.says ?? allocationRefusals[shown.refusal].fix}</p>}
        {shown !== null && shown.refusal === null && shown.lines.length > 0 && (
          <Table label="What it gives back">
            <Head columns={['Account', { says: 'Taken now', figure: true }, { says: 'After it', figure: true }]} />
            <tbody>
              {shown.lines.map(({ level, account, resource, before, after }) => (
                <Row key={account}>
                  <Name plain>{levelWord(level)}</Name>
                  <Cell figure>{figureOf(resource, before)}</Cell>
                  <Cell figure><strong className="font-medium text-strong">{figureOf(resource, after)}</strong></Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </FormDialog>
  )
}

function sayNeed(seen: { need: string | null; wellKnown: boolean } | null): string {
  if (seen === null) return ''
  if (seen.need === null) return 'Nobody has seen what it uses: that fewer are enough is for you to know.'
  return `By what was seen in the last week ${seen.need === '1' ? 'one is' : `${seen.need} are`} enough${seen.wellKnown ? '' : ', but it was looked at for less than six hours'}.`
}
