'use client'
import { useEffect, useState } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { isSingleKey } from '~/components/ui/single-key'
import { figure } from '~/server/shared/figure'
import { type Proof, type Verified, verifyRecord } from './verify-record'

const why = {
  not_sealed: 'It is not sealed yet. That takes a second or so.', no_checkpoint: 'No checkpoint is signed yet.', not_signed: 'The checkpoint is not signed with the log’s key.', another_size: 'The checkpoint is of another size than the proof.',
  not_in_it: 'Its bytes do not lead to the root that was signed: this is not what was sealed.', cannot_check: 'This browser cannot check Ed25519 signatures. Download the proof and check it elsewhere.',
} as const

const linkClass = 'text-dense text-accent underline underline-offset-2 hover:text-accent-hover'

/** Computed in this browser from the bytes that are shown and what was signed: the server is not asked whether it was honest. */
export function VerifyHere({ proof, logKey }: { proof: Proof; logKey: string }) {
  const [verified, setVerified] = useState<Verified | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => { if (event.key === 'v' && isSingleKey(event)) void verifyRecord(proof, logKey).then(setVerified) }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [proof, logKey])
  const { receipt = null, ...shown } = proof
  const fileOf = (said: unknown) => `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(said))}`
  return (
    <div data-verifies="" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="dense" onClick={() => void verifyRecord(proof, logKey).then(setVerified)}>Verify here</Button>
        <a href={fileOf({ ...shown, key: logKey })} download="record-proof.json" className={linkClass}>Download proof</a>
        {receipt !== null && <a href={fileOf(receipt)} download="receipt.json" className={linkClass}>Download receipt</a>}
      </div>
      <div role="status" className="grid gap-1 text-dense">
        {verified?.holds && <><p><Badge tone="ok">It holds</Badge></p><p>Record {figure(verified.index + 1)} of {figure(verified.size)} in the log, by a checkpoint signed with its key. Leaf <span className="name break-all">{verified.leaf}</span>.</p></>}
        {verified?.holds === false && <><p><Badge tone={verified.because === 'not_sealed' || verified.because === 'cannot_check' ? 'unknown' : 'danger'}>{verified.because === 'not_sealed' ? 'Not sealed yet' : verified.because === 'cannot_check' ? 'Not checked' : 'It does not hold'}</Badge></p><p>{why[verified.because]}</p></>}
      </div>
    </div>
  )
}
