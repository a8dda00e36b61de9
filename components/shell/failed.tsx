'use client'
import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '~/components/ui/button'
import { Region } from '~/components/ui/region'

export type Failure = { error: Error & { digest?: string }; reset: () => void }

/** Something that should have been readable was not. Data that failed to load is never shown as data that is not there. */
export function Failed({ error, reset }: Failure) {
  const router = useRouter()
  const again = () => startTransition(() => {
    router.refresh()
    reset()
  })
  return (
    <Region title="This page could not be loaded" level={1} action={<Button onClick={again}>Try again</Button>}>
      <p role="alert">Nothing was changed. The rest of Bailiwick goes on.</p>
      {error.digest && <p className="mt-1 text-quiet">Reference <span className="name">{error.digest}</span></p>}
    </Region>
  )
}
