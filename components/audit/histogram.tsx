'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Figure } from '~/components/charts/figure'
import type { StacksShown } from '~/components/charts/prepare-stacks'
import { Button } from '~/components/ui/button'
import { useReady } from '~/components/ui/ready'
import { figure } from '~/server/shared/figure'

const inks = ['text-series-1', 'text-series-2', 'text-series-4', 'text-series-6'] as const
const [width, height] = [1_000, 100]

/** How much there was when. A span of it is chosen by pulling over it, or by its two ends with the keyboard, and is then what the address says: `spans` are the addresses' two parts, around the moments. */
export function Histogram({ shown, narrow }: { shown: StacksShown; narrow: { path: string; query: string; kept: readonly (readonly [string, string])[] } }) {
  const { stacks, series, sums, times } = shown
  const router = useRouter()
  const ready = useReady()
  const last = stacks.length - 1
  const [[from, until], setSpan] = useState<readonly [number, number]>([0, last])
  const pulled = useRef<number | null>(null)
  const isNarrower = from > 0 || until < last
  const step = width / stacks.length

  function show(first: number, end: number) {
    const [since, before] = [stacks[first]?.from, stacks[end]?.until]
    if (since === undefined || before === undefined) return
    const moment = (at: number) => new Date(at).toISOString().replace(/(:00)?\.000Z$/, 'Z')
    const query = [narrow.query, `since:${moment(since)}`, `until:${moment(before)}`].join(' ').trim()
    router.push(`${narrow.path}?${new URLSearchParams([['query', query], ...narrow.kept.map((pair) => [...pair])])}`, { scroll: false })
  }
  const barAt = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * stacks.length)))
  }
  const spanTo = (bar: number): readonly [number, number] => [Math.min(pulled.current ?? bar, bar), Math.max(pulled.current ?? bar, bar)]
  const slide = 'h-6 w-full min-w-0 accent-accent'
  return (
    <Figure
      title={shown.title} sentence={shown.sentence} file="records"
      numbers={{ columns: ['Time', ...series], rows: stacks.filter(({ total }) => total > 0).map(({ when, counts }) => [when, ...counts.map((count) => figure(count))]) }}
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-dense">
        {series.map((name, of) => sums[of] ? (
          <li key={name} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="10" height="10" className={inks[of] ?? ''}><rect width="10" height="10" fill="currentColor" /></svg>{name} <span className="text-quiet">{figure(sums[of] ?? 0)}</span>
          </li>
        ) : null)}
      </ul>
      <div className="grid gap-1">
        <svg
          aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-24 w-full touch-pan-y cursor-crosshair border-b border-line-control"
          onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); pulled.current = barAt(event); setSpan(spanTo(barAt(event))) }}
          onPointerMove={(event) => { if (pulled.current !== null) setSpan(spanTo(barAt(event))) }}
          onPointerUp={(event) => {
            if (pulled.current === null) return
            const span = spanTo(barAt(event))
            pulled.current = null
            show(span[0], span[1])
          }}
          onPointerCancel={() => { pulled.current = null; setSpan([0, last]) }}
        >
          {isNarrower && <rect x={from * step} y={0} width={(until - from + 1) * step} height={height} fill="currentColor" className="text-accent-tint" />}
          {stacks.map(({ from: at, when, total, parts }, place) => (
            <g key={at} className={place < from || place > until ? 'opacity-40' : ''}>
              <rect x={place * step} y={0} width={step} height={height} fill="transparent"><title>{`${when}: ${figure(total)}`}</title></rect>
              {parts.map((part) => <rect key={part.series} x={place * step + step * 0.08} width={step * 0.84} y={height * (1 - part.to)} height={Math.max(1, height * (part.to - part.from))} fill="currentColor" className={inks[part.series] ?? ''} />)}
            </g>
          ))}
        </svg>
        <svg aria-hidden="true" className="h-4 w-full overflow-visible text-quiet">
          {times.map(({ at, says, share }) => <text key={at} x={`${share * 100}%`} y="12" textAnchor={share < 0.05 ? 'start' : share > 0.95 ? 'end' : 'middle'} className="fill-current text-small font-normal">{says}</text>)}
        </svg>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dense">
        <label className="flex grow items-center gap-2">From <input type="range" min={0} max={last} value={from} disabled={!ready} aria-valuetext={stacks[from]?.when ?? ''} onChange={(event) => setSpan([Math.min(Number(event.target.value), until), until])} className={slide} /></label>
        <label className="flex grow items-center gap-2">Until <input type="range" min={0} max={last} value={until} disabled={!ready} aria-valuetext={stacks[until]?.when ?? ''} onChange={(event) => setSpan([from, Math.max(Number(event.target.value), from)])} className={slide} /></label>
        <Button size="dense" onClick={() => show(from, until)}>Show this time</Button>
      </div>
    </Figure>
  )
}
