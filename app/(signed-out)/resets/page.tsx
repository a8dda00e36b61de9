import type { Metadata } from 'next'
import { ResetForm } from '~/components/people/reset-form'
import { Threshold } from '../threshold'

export const metadata: Metadata = { title: 'New password' }

export default function Reset() {
  return <Threshold title="New password" says="Choose it yourself: nobody who gave you this link knows it. Every browser you are signed in with is signed out."><ResetForm /></Threshold>
}
