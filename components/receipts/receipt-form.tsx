'use client'
import { useState } from 'react'
import type { ValueOf } from '~/components/shell/answer'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { useFieldId } from '~/components/ui/field-id'
import { Labelled, controlClass, describedBy } from '~/components/ui/labelled'
import type { Reason } from '~/components/ui/reason'
import { useReady } from '~/components/ui/ready'
import { TextArea } from '~/components/ui/text-area'
import { verifyRefusals } from '~/server/receipts/receipt.refusals'
import { ReceiptShown } from './receipt-shown'

const longest = 60_000

/** A receipt, chosen, dropped or pasted; and under it what it shows. */
export function ReceiptForm({ whyNot }: { whyNot: Reason | null }) {
  const [shown, show] = useState<ValueOf<'receipts.verify'> | null>(null)
  const form = useForm('receipts.verify', {
    refusals: verifyRefusals, empty: { document: '' }, labels: { document: 'Receipt' }, concerns: { not_a_receipt: 'document' },
    input: ({ document }) => ({ document: document.trim() }), done: ({ title, says }) => `${title}. ${says}`, onDone: show,
  })
  const document = form.field('document')
  const type = (text: string) => {
    show(null)
    document.onType(text)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="max-w-140">
        <CommandForm of={{ ...form, done: null, isDirty: false }} deed="Check receipt" whyNot={whyNot}>
          <ChooseFile onChoose={type} />
          <TextArea {...document} onType={type} rows={8} longest={longest} hint="The text of the file, as it was given to you." />
        </CommandForm>
      </div>
      {shown && <ReceiptShown shown={shown} />}
    </div>
  )
}

/** A file that is dropped on it is chosen, too: the browser does that. */
function ChooseFile({ onChoose }: { onChoose: (text: string) => void }) {
  const id = useFieldId('file')
  const ready = useReady()
  const [problem, setProblem] = useState<string | null>(null)
  const hint = 'Or drop it here. Nothing is kept of it.'
  async function read(file: File | undefined) {
    if (!file) return
    const text = file.size > longest * 4 ? null : await file.text().catch(() => null)
    setProblem(text === null ? 'The file cannot be read, or is longer than a receipt.' : null)
    if (text !== null) onChoose(text)
  }
  return (
    <Labelled id={id} label="File" hint={hint} problem={problem} optional>
      <input id={id} type="file" accept=".json,application/json" disabled={!ready} onChange={(event) => void read(event.target.files?.[0])} className={controlClass} aria-invalid={problem ? true : undefined} aria-describedby={describedBy(id, { hint, problem })} />
    </Labelled>
  )
}
