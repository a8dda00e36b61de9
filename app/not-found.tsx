import type { Metadata } from 'next'
import { NothingHere } from '~/components/shell/not-found'

export const metadata: Metadata = { title: 'Not found' }
export default function NotFound() {
  return <main className="mx-auto grid max-w-2xl p-4 pt-16"><NothingHere /></main>
}
