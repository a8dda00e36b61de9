'use client'
import { useRouter } from 'next/navigation'
import { paths } from '~/components/shell/paths'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { withLine } from './draft'
import { useDraft } from './draft-store'

type Props = { tenant: string; resource: string; meant: readonly { namespace: string; from: string; to: string }[]; whyNot: Reason | null }
/** What more was asked for is drafted again, wherever it was drafted first. Which version of each limit it is about is told when its effect is. */
export function DraftAgain({ tenant, resource, meant, whyNot }: Props) {
  const { change } = useDraft(tenant)
  const router = useRouter()
  const again = () => {
    change((of) => ({ ...of, lines: meant.reduce((lines, line) => withLine(lines, { ...line, resource, version: '1', lowers: null }), of.lines) }))
    router.push(paths.quotas(tenant))
  }
  return <div><Button look="primary" whyNot={whyNot} onClick={again}>{meant.length === 1 ? 'Draft 1 quota as meant' : `Draft ${meant.length} quotas as meant`}</Button></div>
}
