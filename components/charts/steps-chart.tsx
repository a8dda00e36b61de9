'use client'
import { useCallback, useState } from 'react'
import { lineLooks } from './colours'
import { axisTick, Said, widthOf } from './drawing'
import { lineThrough, roomFor } from './line-through'
import type { StepsShown } from './prepare-steps'

const [topPx, rightPx, bottomPx, letterPx, besidePx] = [8, 12, 24, 7, 16]

/** The size of what it stands in, as soon as that is known and whenever it changes. */
function useSize() {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watching = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return { ref, size }
}

/**
 * Draws what was prepared and decides nothing. It is not for whoever listens: the sentence and the table say the same. A few paths need no library: one that draws anything
 * weighs more than the rest of the page.
 */
export function StepsChart({ shown }: { shown: StepsShown }) {
  const { ref, size } = useSize()
  return <div ref={ref} aria-hidden="true" className="relative h-full">{size && size.width > 0 && <Drawn shown={shown} {...size} />}</div>
}

function Drawn({ shown: { corners, lines, amounts, times, moments, top, from, to }, width, height }: { shown: StepsShown; width: number; height: number }) {
  const [pointed, setPointed] = useState<number | null>(null)
  const left = widthOf(amounts)
  const right = width - rightPx
  const x = (at: number) => (to === from ? left : left + ((at - from) / (to - from)) * (right - left))
  const y = (value: number) => topPx + (1 - value / top) * (height - topPx - bottomPx)
  const moment = pointed === null ? undefined : moments.findLast(({ at }) => at <= pointed)
  const point = ({ currentTarget, clientX }: React.PointerEvent<SVGSVGElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / (right - left)
    setPointed(share < 0 || share > 1 ? null : from + share * (to - from))
  }
  return (
    <>
      <svg width={width} height={height} className="block touch-pan-y" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        {amounts.map(({ at, says }) => (
          <g key={at}>
            <path d={`M${left} ${y(at)}H${right}`} stroke="currentColor" className={at === 0 ? 'text-line-control' : 'text-line'} />
            <text x={left - 8} y={y(at)} dy="0.32em" textAnchor="end" {...axisTick}>{says}</text>
          </g>
        ))}
        {roomFor(times.map(({ at, says }) => ({ x: x(at), says, wide: says.length * letterPx })), { from: 0, to: width, beside: besidePx }).map((mark) => (
          <text key={mark.x} x={mark.x} y={height - 6} textAnchor="middle" {...axisTick}>{mark.says}</text>
        ))}
        {moment && <path d={`M${x(pointed ?? from)} ${topPx}V${height - bottomPx}`} stroke="currentColor" className="text-line-control" />}
        {lines.map(({ colour }) => colour).sort().map((place) => (
          <path
            key={place} data-line={place} d={lineThrough(corners.map(({ at, values }) => { const value = values[place] ?? null; return value === null ? null : [x(at), y(value)] }))} fill="none" stroke="currentColor"
            strokeWidth={2} strokeDasharray={lineLooks[place]?.dash ?? ''} className={lineLooks[place]?.ink ?? ''}
          />
        ))}
      </svg>
      {moment && (
        <div className="pointer-events-none absolute top-2" style={x(pointed ?? from) > width / 2 ? { right: width - x(pointed ?? from) + 12 } : { left: x(pointed ?? from) + 12 }}>
          <Said title={moment.when} lines={lines.map(({ name, colour }) => ({ name: lines.length > 1 ? name : '', colour, says: moment.says[colour] ?? 'Unknown' }))} />
        </div>
      )}
    </>
  )
}
