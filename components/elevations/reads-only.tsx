'use client'
import { usePathname } from 'next/navigation'
import { openElevate } from '~/components/shell/overlay'
import { placeOf } from '~/components/shell/place'
import { Button } from '~/components/ui/button'
import { useFoundFocus } from '~/components/ui/lost-focus'
import { Strip } from '~/components/ui/strip'

/** On the platform's pages, to a platform admin who has not said that they change things. */
export function ReadsOnly() {
  useFoundFocus()
  if (placeOf(usePathname()).kind !== 'platform') return null
  return <Strip tone="info" action={<Button size="dense" onClick={openElevate}>Elevate</Button>}>You read only. Elevate to change things.</Strip>
}
