'use client'
import { Button } from '~/components/ui/button'
import { CopyButton } from '~/components/ui/copy-button'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { Strip } from '~/components/ui/strip'
import { Refused } from './refused'
import type { NotDone } from './told-after'

export function ToldAbove({ said: { no, written }, onKnown }: { said: NotDone; onKnown: () => void }) {
  useFoundFocus()
  const known = <Button size="dense" onClick={onKnown}>I know</Button>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {no !== null && <Refused no={no} action={known} />}
      {written !== '' && <Written text={written} action={no === null && known} />}
    </div>
  )
}

/** What somebody wrote and nobody took: it is theirs, to be written again elsewhere. */
const Written = ({ text, action }: { text: string; action: React.ReactNode }) => (
  <Strip tone="notice" role="alert" action={action}>
    <p><strong className="font-medium">What you wrote was not taken: what it was for is over.</strong> Copy it if you need it <CopyButton value={text} of="what you wrote" /></p>
    <p className="wrap-anywhere whitespace-pre-line text-strong select-text">{text}</p>
  </Strip>
)
