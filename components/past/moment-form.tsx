'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { atMoment } from '~/components/ui/keep-moment'

/** A day and a time of it, in UTC; `at` is what they are at first. Enter looks. */
export function MomentForm({ at }: { at: string }) {
  const [router, path, query] = [useRouter(), usePathname(), useSearchParams()]
  const [isReading, read] = useTransition()
  function look(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    read(() => router.push(atMoment(path, String(query), `${said.get('day')}T${said.get('time')}Z`)))
  }
  return (
    <form key={at} aria-label="Another moment" className="flex flex-wrap items-end gap-x-3 gap-y-2" onSubmit={look}>
      <Field name="day" label="Day" type="date" defaultValue={at.slice(0, 10)} className="w-40" />
      <Field name="time" label="Time in UTC" type="time" defaultValue={at.slice(11, 16)} className="w-36" />
      <Button type="submit" isSaving={isReading}>Look</Button>
    </form>
  )
}
