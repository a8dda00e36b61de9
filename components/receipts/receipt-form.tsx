'use client'
import { useState } from 'react'
import type { ValueOf } from '~/components/shell/answer'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { FileField } from '~/components/ui/file-field'
import type { Reason } from '~/components/ui/reason'
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
          <FileField label="File" hint="Or drop it here. Nothing is kept of it." what="a receipt" longest={longest} onChoose={type} />
          <TextArea {...document} onType={type} rows={8} longest={longest} hint="The text of the file, as it was given to you. One that is longer is checked with npm run verify." />
        </CommandForm>
      </div>
      {shown && <ReceiptShown shown={shown} />}
    </div>
  )
}
