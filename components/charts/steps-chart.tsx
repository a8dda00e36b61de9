'use client'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { lineLooks } from './colours'
import type { StepsShown } from './prepare-steps'
import { axisTick, Said, widthOf } from './drawing'

/** Draws what was prepared and decides nothing. It is not for whoever listens: the sentence and the table say the same. */
export function StepsChart({ shown }: { shown: StepsShown }) {
  const { corners, lines, amounts, times, moments, top, from, to } = shown
  const wordsOf = (marks: typeof times) => new Map(marks.map(({ at, says }) => [at, says]))
  const [amountWords, timeWords] = [wordsOf(amounts), wordsOf(times)]
  const places = lines.map(({ colour }) => colour).sort()
  return (
    <div aria-hidden="true" className="h-full">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={corners} accessibilityLayer={false} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="currentColor" className="text-line" />
          <XAxis
            dataKey="at" type="number" domain={[from, to]} ticks={times.map(({ at }) => at)} tickFormatter={(at: number) => timeWords.get(at) ?? ''} interval="preserveStart" minTickGap={16}
            tick={axisTick} tickLine={false} axisLine={{ stroke: 'currentColor', className: 'text-line-control' }}
          />
          <YAxis domain={[0, top]} ticks={amounts.map(({ at }) => at)} tickFormatter={(at: number) => amountWords.get(at) ?? ''} interval={0} width={widthOf(amounts)} tick={axisTick} tickLine={false} axisLine={false} />
          <Tooltip
            isAnimationActive={false} cursor={{ stroke: 'currentColor', className: 'text-line-control' }}
            content={({ active, label }) => {
              const moment = active ? moments.findLast(({ at }) => at <= Number(label)) : undefined
              return moment ? <Said title={moment.when} lines={lines.map(({ name, colour }) => ({ name: lines.length > 1 ? name : '', colour, says: moment.says[colour] ?? 'Unknown' }))} /> : null
            }}
          />
          {places.map((place) => (
            <Line
              key={place} dataKey={(corner: (typeof corners)[number]) => corner.values[place]} className={lineLooks[place]?.ink ?? ''} stroke="currentColor" strokeWidth={2} strokeDasharray={lineLooks[place]?.dash ?? ''}
              type="linear" dot={false} activeDot={false} connectNulls={false} isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
