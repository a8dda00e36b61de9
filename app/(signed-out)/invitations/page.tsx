import type { Metadata } from 'next'
import { AcceptForm } from '~/components/invitations/accept-form'
import { TakeForm } from '~/components/invitations/take-form'
import { isSignedIn } from '~/server/api/caller'
import { Threshold } from '../threshold'

export const metadata: Metadata = { title: 'Invitation' }

export default async function Invitation() {
  return (await isSignedIn())
    ? <Threshold title="Invitation" says="You are signed in. The role is yours at once, if the invitation is for your address."><TakeForm /></Threshold>
    : <Threshold title="Invitation" says="Somebody would like you to work here. If you have an account already, sign in first and open the link again."><AcceptForm /></Threshold>
}
