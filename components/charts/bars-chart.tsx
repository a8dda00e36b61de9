'use client'
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { axisTick, widthOf } from './drawing'
import type { BarsShown } from './prepare-bars'

/** Draws what was prepared and decides nothing; the figure at its end is what a bar says. */
export function BarsChart({ shown: { bars, top } }: { shown: BarsShown }) {
  return (
    <div aria-hidden="true" className="h-full text-series-1">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={bars} layout="vertical" accessibilityLayer={false} margin={{ top: 0, right: widthOf(bars) + 4, bottom: 0, left: 0 }}>
          <XAxis type="number" domain={[0, top]} hide />
          <YAxis type="category" dataKey="name" width={widthOf(bars.map(({ name }) => ({ says: name })))} interval={0} tick={axisTick} tickLine={false} axisLine={{ stroke: 'currentColor', className: 'text-line-control' }} />
          {/* A point for a zero, too small to see: without one its figure would not be written. */}
          <Bar dataKey="value" fill="currentColor" barSize={16} minPointSize={0.01} isAnimationActive={false}>
            <LabelList dataKey="says" position="right" className="fill-current text-strong text-small" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
