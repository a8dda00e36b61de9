'use client'
import { useState } from 'react'
import { Chips } from '~/components/ui/chips'
import { Field } from '~/components/ui/field'
import type { Prepared } from '~/server/allocations/prepare-allocation'
import { figure } from '~/server/shared/figure'
import { durationsUpTo, hoursUntil } from './decide-duration'

type Props = { field: { name: string; label: string; value: string; problem: string | null; onType: (text: string) => void }; hours: Prepared['hours'] }

/** How long it may last: one of the usual, so many hours, or until a day. What is sent is hours. */
export function DurationFields({ field, hours }: Props) {
  const [day, setDay] = useState('')
  const type = (text: string) => {
    setDay('')
    field.onType(text)
  }
  function choose(until: string) {
    setDay(until)
    const left = hoursUntil(until, new Date())
    if (left !== null) field.onType(String(left))
  }
  const isOver = day !== '' && field.value === '0'
  return (
    <div className="grid gap-2">
      <Chips label="Lasts" one name="lasts" chosen={field.value.trim()} onChoose={type} options={durationsUpTo(hours.most)} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field {...field} onType={type} hint={`${figure(hours.usual)} by policy, ${figure(hours.most)} at most.`} inputMode="numeric" autoComplete="off" className="w-24" optional />
        <Field name="until" label="Until the end of" hint="With that day, in UTC." type="date" value={day} onType={choose} problem={isOver ? 'No whole hour is left of that day. Choose one that is still to come.' : null} className="w-fit" optional />
      </div>
    </div>
  )
}
