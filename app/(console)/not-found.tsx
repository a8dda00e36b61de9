import type { Metadata } from 'next'
import { NothingHere } from '~/components/shell/not-found'

export const metadata: Metadata = { title: 'Not found' }
export default NothingHere
