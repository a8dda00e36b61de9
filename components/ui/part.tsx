'use client'
import { unstable_rethrow, useRouter } from 'next/navigation'
import { Component, startTransition, Suspense } from 'react'
import { Button } from './button'
import { Region } from './region'
import { Skeleton } from './skeleton'

type Failure = Error & { digest?: string }

/**
 * A part of a page that is read by itself, waits by itself and fails by itself. What the page as a whole stands on is read before it: once a part is
 * waited for, the answer has begun, and it can no longer be *not found*.
 */
export function Part({ title, fallback, children }: { title: string; fallback?: React.ReactNode; children: React.ReactNode }) {
  const router = useRouter()
  return <Boundary title={title} readAgain={() => router.refresh()}><Suspense fallback={fallback ?? <Skeleton of={title} />}>{children}</Suspense></Boundary>
}

class Boundary extends Component<{ title: string; readAgain: () => void; children: React.ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null }
  static getDerivedStateFromError(failure: Failure) {
    // To go elsewhere and to find nothing are thrown, too, and are no failures.
    unstable_rethrow(failure)
    return { failure }
  }
  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    const again = () => startTransition(() => {
      this.props.readAgain()
      this.setState({ failure: null })
    })
    return <PartFailed title={this.props.title} reference={failure.digest ?? null} again={again} />
  }
}

/** It is there and could not be read. Never shown as if there were none. */
export function PartFailed({ title, reference, again }: { title: string; reference: string | null; again: () => void }) {
  return (
    <Region title={`${title} could not be loaded`} action={<Button onClick={again}>Try again</Button>}>
      <p role="alert">Nothing was changed. The rest of the page goes on.</p>
      {reference !== null && <p className="mt-1 text-quiet">Reference <span className="name">{reference}</span></p>}
    </Region>
  )
}
