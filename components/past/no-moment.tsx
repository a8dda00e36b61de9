'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { buttonClass } from '~/components/ui/button-class'
import { atMoment, momentName } from '~/components/ui/keep-moment'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Region } from '~/components/ui/region'
import { Strip } from '~/components/ui/strip'
import type { MomentRefusal } from '~/server/past/decide-moment'
import { momentRefusals } from '~/server/past/moment.refusals'
import { MomentForm } from './moment-form'
import { minuteAfter } from './prepare-steps'

function BackToNow() {
  const [path, query] = [usePathname(), String(useSearchParams())]
  return <Link href={atMoment(path, query, null)} toNow stays className={buttonClass({ size: 'dense' })}>Back to now</Link>
}

/** In the place of a page of which nothing is known at the moment that its address says. */
export const NoMoment = ({ refusal, since, now }: { refusal: MomentRefusal; since: string; now: string }) => (
  <Region title={momentRefusals[refusal].says} action={<BackToNow />}>
    <p>{momentRefusals[refusal].fix}{refusal === 'before_history' && <> It is known since <Exact at={since} />.</>}</p>
    <div className="mt-3"><MomentForm at={refusal === 'before_history' ? minuteAfter(since) : now} /></div>
  </Region>
)

/** Over a page that is of now, whatever moment its address says. */
export function OnlyNow() {
  return useSearchParams().get(momentName) === null ? null : <Strip tone="notice" action={<BackToNow />}>This page is of now: what it was is not kept. Other pages of this place are read as of the moment that was chosen.</Strip>
}
/** Where something was not there at that moment, or what is shown of it now is not kept. */
export const NotThen = ({ children }: { children: React.ReactNode }) => <p className="text-quiet"><span aria-hidden="true">— </span>{children}</p>
