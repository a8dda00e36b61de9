'use client'
import { useState } from 'react'
import { wholeNumber } from '~/components/allocations/whole-number'
import { announce } from '~/components/shell/announcer'
import type { ValueOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { FormDialog } from '~/components/shell/form-dialog'
import { neverRefused, useWhileTyping } from '~/components/shell/use-while-typing'
import { Field } from '~/components/ui/field'
import type { Problem } from '~/components/ui/form'
import { SlideField } from '~/components/ui/slide-field'
import { requestRefusals } from '~/server/requests/request.refusals'
import { figure } from '~/server/shared/figure'
import { OfferEffect } from './offer-effect'

export type Offered = { tenant: string; allocation: string; terms: string; pods: number; hours: number | null }
const hoursMost = 8_760

/** Less than was asked for: fewer pods, or for less time. What that comes to is told before it is offered; then it is what is asked of everybody, and is signed as such, and what is not promised any more is free at once. */
export function OfferLess({ place, ask, of, onOffered, onClose }: { place: 'platform' | 'tenant'; ask: string; of: Offered; /** By the digest of the terms that came of it. */ onOffered: (terms: string) => void; onClose: () => void }) {
  const asked = { pods: String(of.pods), hours: of.hours === null ? '' : String(of.hours) }
  const [pods, setPods] = useState(asked.pods)
  const [hours, setHours] = useState(asked.hours)
  const [tried, setTried] = useState(false)
  const done = ({ terms }: ValueOf<'requests.offer'>) => {
    announce(`${ask}: less is offered.`)
    if (terms !== null) onOffered(terms)
    onClose()
  }
  const onPlatform = useCommand('requests.offer', requestRefusals, done)
  const inTenant = useCommand('requests.offerInTenant', requestRefusals, done)
  const command = place === 'platform' ? onPlatform : inTenant
  const isOpenEnded = of.hours === null && hours.trim() === ''
  const [fewer, shorter] = [wholeNumber(pods, of.pods), isOpenEnded ? null : wholeNumber(hours, of.hours ?? hoursMost)]
  const problems: Problem[] = [
    ...(fewer === null ? [{ field: 'pods', label: 'Pods', says: `Write a whole number up to ${of.pods}.` }] : []),
    ...(shorter === null && !isOpenEnded ? [{ field: 'hours', label: 'Hours', says: of.hours === null ? 'Write a whole number, or nothing.' : `Write a whole number up to ${of.hours}.` }] : []),
  ]
  const problemOf = (field: string) => (tried ? (problems.find((problem) => problem.field === field)?.says ?? null) : null)
  const less = fewer === null || problems.length > 0 ? null : { pods: fewer, hours: shorter }
  const isLess = less !== null && (less.pods !== of.pods || less.hours !== of.hours)
  const effect = useWhileTyping(place === 'platform' ? 'requests.sheet' : 'requests.sheetInTenant', neverRefused, isLess ? { tenant: of.tenant, allocation: of.allocation, less } : null)
  function submit() {
    setTried(true)
    if (less !== null) void command.carryOut({ tenant: of.tenant, allocation: of.allocation, terms: of.terms, ...less })
  }
  return (
    <FormDialog title="Offer less" deed="Offer less" command={command} problems={tried ? problems : []} dirty={pods !== asked.pods || hours !== asked.hours} onSubmit={submit} onClose={onClose}>
      <p>{ask}. Whoever said yes to the more is asked again.</p>
      {of.pods === 1 ? <p className="text-quiet">It was asked for one pod: fewer is none.</p> : <SlideField label="Pods" name="pods" hint={`Of the ${figure(of.pods)} that were asked for.`} value={pods} most={of.pods} onType={setPods} problem={problemOf('pods')} />}
      {of.hours === null
        ? <Field label="Hours" name="hours" hint="No end was named." inputMode="numeric" autoComplete="off" className="w-20" value={hours} onType={setHours} problem={problemOf('hours')} />
        : <SlideField label="Hours" name="hours" hint={of.hours === 1 ? 'One was asked for.' : `Of the ${figure(of.hours)} that were asked for.`} value={hours} most={of.hours} onType={setHours} problem={problemOf('hours')} />}
      <OfferEffect effect={effect} isLess={isLess} />
    </FormDialog>
  )
}
