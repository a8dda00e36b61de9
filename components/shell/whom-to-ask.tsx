'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Link } from '~/components/ui/link'
import { paths } from './paths'
import { placeOf } from './place'
import { ask } from './send'
import { askWhom } from './why-not'

/** After a no at the door: the permission by its name, and in a tenant whom to ask for it. Without an answer, the name alone. */
export function WhomToAsk({ permission }: { permission: string }) {
  const place = placeOf(usePathname())
  const tenant = place.kind === 'tenant' ? place.tenant : null
  const [people, setPeople] = useState<string[]>([])
  useEffect(() => {
    if (tenant === null) return
    const asking = new AbortController()
    void ask('members.whoMay', { tenant, action: permission }, asking.signal).then((told) => { if (told.ok && !asking.signal.aborted) setPeople(told.value.people) })
    return () => asking.abort()
  }, [tenant, permission])
  return <> {askWhom(people)} The permission is <Link href={paths.permission(permission)}><span className="name">{permission}</span></Link>.</>
}
