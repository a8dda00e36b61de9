'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { many } from '~/server/shared/many'
import { full, withAll } from './draft'
import { useDraft } from './draft-store'

type Props = { tenant: string; resource: string; meant: readonly { namespace: string; from: string; to: string }[]; whyNot: Reason | null }
/** What more was asked for is drafted again, wherever it was drafted first: all of it or nothing. Which version of each limit it is about is told when its effect is. */
export function DraftAgain({ tenant, resource, meant, whyNot }: Props) {
  const { draft, change } = useDraft(tenant)
  const [isFull, setFull] = useState(false)
  const router = useRouter()
  const again = () => {
    const lines = withAll(draft.lines, meant.map((line) => ({ ...line, resource, version: '1', lowers: null })))
    setFull(lines === null)
    if (lines === null) return
    change((of) => ({ ...of, lines }))
    router.push(paths.quotas(tenant))
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="primary" whyNot={whyNot} onClick={again}>{`Draft ${many(meant.length, 'quota')} as meant`}</Button>
      {isFull && <p role="alert">Nothing was drafted: <Link href={paths.quotas(tenant)}>your draft</Link> has {many(draft.lines.length, 'limit')} in it. {full}</p>}
    </div>
  )
}
