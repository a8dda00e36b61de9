'use client'
import { lineLooks } from './colours'
import type { Mark } from './scale'

export const axisTick = { className: 'fill-current text-quiet text-small font-normal' }

const [letterPx, gapPx] = [7, 10]
/** Room for the longest word of an axis, in the size all of them have. */
export const widthOf = (marks: readonly Pick<Mark, 'says'>[]): number => Math.max(...marks.map(({ says }) => says.length), 1) * letterPx + gapPx

/** What stands under the pointer. */
export function Said({ title, lines }: { title: string; lines: readonly { name: string; colour: number; says: string }[] }) {
  return (
    <div className="rounded-control border border-line bg-panel px-3 py-2 text-dense shadow-float">
      <p className="text-quiet">{title}</p>
      {lines.map(({ name, colour, says }) => (
        <p key={colour} className="flex items-center gap-1.5 text-strong">
          {name !== '' && <svg width="12" height="8" className={lineLooks[colour]?.ink}><path d="M0 4h12" stroke="currentColor" strokeWidth="2" /></svg>}
          {name} <strong className="font-medium">{says}</strong>
        </p>
      ))}
    </div>
  )
}
