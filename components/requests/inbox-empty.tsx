import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'

type Counted = { count: number; isMore: boolean; href: string }
/** `others` is how many wait for somebody else, as far as they were counted; null where nobody looked. */
export type Others = Counted | null

/** How many wait for somebody else, and the way to them. */
export const WaitOnOthers = ({ count, isMore, href }: Counted) => <Link href={href}>{`${count}${isMore ? '+' : ''} ${count === 1 && !isMore ? 'waits' : 'wait'} on others.`}</Link>

/** Which of the three lists is empty, and what is in the next one. */
export function InboxEmpty({ tab, others }: { tab: 'mine' | 'others' | 'decided'; others: Others }) {
  if (tab === 'decided') return <Region title="Nothing was decided yet"><p>What is approved, refused or withdrawn stays here.</p></Region>
  if (tab === 'others') return <Region title="Nothing waits on others"><p>Every request is decided, or waits for you.</p></Region>
  return (
    <Region title="Nothing waits for you">
      <p>{others === null || others.count === 0 ? 'Nothing waits on others either.' : <WaitOnOthers {...others} />}</p>
    </Region>
  )
}
