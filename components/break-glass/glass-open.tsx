import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { GlassClock } from './glass-clock'

/** In the header, wherever one is: of whoever can act by themselves now, for how long; and to everybody else on the platform, that somebody can. */
export function GlassOpen({ opensAt, until, now, isOwn }: { opensAt: string; until: string; now: string; isOwn: boolean }) {
  return (
    <div role="group" aria-label="Break-glass" className="inline-flex shrink-0 items-center gap-2 max-[18rem]:flex-wrap max-[18rem]:shrink rounded-control bg-danger-tint px-2 py-0.5 text-dense text-danger">
      <Link href={paths.breakGlass()} className="underline underline-offset-2">{isOwn ? 'Your break-glass' : 'Break-glass'}</Link>
      <GlassClock standing="open" opensAt={opensAt} until={until} now={now} />
    </div>
  )
}
