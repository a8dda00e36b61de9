'use client'
import { useState } from 'react'
import type { Told } from '~/components/shell/answer'
import { ask } from '~/components/shell/send'
import { Button } from '~/components/ui/button'
import { toast } from '~/components/ui/toast'

/** The receipt of one yes, as a file: whoever has it can check it without anybody here. */
export function TakeReceipt({ tenant, request, word, of }: { tenant: string | null; request: string; word: string; of: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  async function take() {
    setAsking(true)
    const { signal } = new AbortController()
    const told: Told<'requests.receipt'> = tenant === null ? await ask('requests.receipt', { request, word }, signal) : await ask('requests.receiptInTenant', { tenant, request, word }, signal)
    setAsking(false)
    setProblem(told.ok ? null : `${told.no.says} ${told.no.fix}`)
    if (!told.ok) return
    const file = document.createElement('a')
    file.href = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(told.value, null, 2))}`
    file.download = `receipt-${word.slice(0, 8)}.json`
    file.click()
    toast('Receipt saved')
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="dense" isSaving={isAsking} aria-label={`Download receipt of ${of}`} onClick={() => void take()}>Download receipt</Button>
      <span role="alert" className="text-danger empty:hidden">{problem}</span>
    </span>
  )
}
