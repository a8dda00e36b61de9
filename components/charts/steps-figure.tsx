'use client'
import dynamic from 'next/dynamic'
import { Skeleton } from '~/components/ui/skeleton'
import { lineLooks } from './colours'
import { Figure, type Numbers } from './figure'
import type { StepsShown } from './prepare-steps'

const height = 'h-56'
// What draws is most of a page's weight: it is fetched by the pages that have a chart, after what they say.
const StepsChart = dynamic(() => import('./steps-chart').then((drawn) => drawn.StepsChart), { ssr: false, loading: () => <Skeleton of="the chart" className={height} /> })

/** Limits and states over time: prepared by `prepareSteps`, and said before it is drawn. */
export function StepsFigure({ shown, numbers, file }: { shown: StepsShown; numbers: Numbers; file: string }) {
  return (
    <Figure title={shown.title} sentence={shown.sentence} numbers={numbers} file={file}>
      {shown.lines.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-dense">
          {shown.lines.map(({ name, colour, last }) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" width="20" height="8" className={lineLooks[colour]?.ink}><path d="M0 4h20" stroke="currentColor" strokeWidth="2" strokeDasharray={lineLooks[colour]?.dash} /></svg>
              <span>{name} <span className="text-quiet">{last}</span></span>
            </li>
          ))}
        </ul>
      )}
      {shown.corners.length > 0 && <div className={height}><StepsChart shown={shown} /></div>}
    </Figure>
  )
}
