import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'

/** `others` is how many wait for somebody else, as far as they were counted; null where nobody looked. */
export type Others = { count: number; isMore: boolean; href: string } | null

/** Which of the three lists is empty, and what is in the next one. */
export function InboxEmpty({ tab, others }: { tab: 'mine' | 'others' | 'decided'; others: Others }) {
  if (tab === 'decided') return <Region title="Nothing was decided yet"><p>What is approved, refused or withdrawn stays here.</p></Region>
  if (tab === 'others') return <Region title="Nothing waits on others"><p>Every request is decided, or waits for you.</p></Region>
  return (
    <Region title="Nothing waits for you">
      <p>{others === null || others.count === 0 ? 'Nothing waits on others either.' : <Link href={others.href}>{`${others.count}${others.isMore ? '+' : ''} ${others.count === 1 && !others.isMore ? 'waits' : 'wait'} on others.`}</Link>}</p>
    </Region>
  )
}
