'use client'
import { Failed, type Failure } from '~/components/shell/failed'

export default function Failure(failure: Failure) {
  return <main className="mx-auto grid max-w-2xl p-4 pt-16"><Failed {...failure} /></main>
}
