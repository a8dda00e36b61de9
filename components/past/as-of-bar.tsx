'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { atMoment } from '~/components/ui/keep-moment'
import { Link } from '~/components/ui/link'
import { Strip } from '~/components/ui/strip'
import { exact } from '~/components/ui/time'
import { MomentForm } from './moment-form'
import { prepareSteps } from './prepare-steps'

type Props = { at: string; since: string; now: string }

/** Over a page that is read as of a moment: which, how to get to another, and back. */
export function AsOfBar({ at, since, now }: Props) {
  const [path, query] = [usePathname(), String(useSearchParams())]
  return (
    <section aria-label="The past" className="grid gap-3">
      <Strip tone="info" role="status" action={<Link href={atMoment(path, query, null)} toNow stays className={buttonClass({ size: 'dense' })}>Back to now</Link>}>
        As of <time dateTime={at} className="font-medium">{exact(at)}</time>. This is what was here then, under the names of today. Nothing can be changed from here.
      </Strip>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <MomentForm at={at} />
        <ul aria-label="Steps" className="flex flex-wrap gap-2">
          {prepareSteps(at, { since, now }).map((step) => (
            <li key={step.says}>{'at' in step ? <Link href={atMoment(path, query, step.at)} stays className={buttonClass({ size: 'dense' })}>{step.says}</Link> : <Button size="dense" whyNot={step.whyNot}>{step.says}</Button>}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
