'use client'
import dynamic from 'next/dynamic'
import { Skeleton } from '~/components/ui/skeleton'
import { Figure } from './figure'
import type { BarsShown } from './prepare-bars'

const heights = ['h-16', 'h-16', 'h-24', 'h-32', 'h-40', 'h-48', 'h-56', 'h-64', 'h-72']
const heightOf = ({ bars }: BarsShown) => heights[bars.length] ?? 'h-72'
const BarsChart = dynamic(() => import('./bars-chart').then((drawn) => drawn.BarsChart), { ssr: false, loading: () => <Skeleton of="the chart" className="h-full" /> })

/** A few things side by side: prepared by `prepareBars`, and said before it is drawn. `of` heads the column of names. */
export function BarsFigure({ shown, of, file }: { shown: BarsShown; of: string; file: string }) {
  return (
    <Figure title={shown.title} sentence={shown.sentence} file={file} numbers={{ columns: [of, shown.title], rows: shown.bars.map(({ name, says }) => [name, says]) }}>
      {shown.bars.length > 0 && <div className={heightOf(shown)}><BarsChart shown={shown} /></div>}
    </Figure>
  )
}
