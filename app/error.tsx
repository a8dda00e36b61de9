'use client'
import { Failed, type Failure as What } from '~/components/shell/failed'

export default function Failure(failure: What) {
  return <main className="mx-auto grid max-w-2xl p-4 pt-16"><Failed {...failure} /></main>
}
