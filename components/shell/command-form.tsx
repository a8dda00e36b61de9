'use client'
import { Button } from '~/components/ui/button'
import { Form } from '~/components/ui/form'
import { inView, useIntoView } from '~/components/ui/into-view'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import type { CommandName } from './answer'
import { Refused } from './refused'
import { StepUpDialog } from './step-up-dialog'
import type { FormOf, Wish } from './use-form'

/** What every form has around its fields: what became of it above, the deed in words below, the second factor over it if the deed needs one. */
export function CommandForm<N extends CommandName, W extends Wish>({ of: { problems, done, no, isDirty, command, submit }, deed, isMain = true, whyNot, children }: {
  of: FormOf<N, W>; deed: string; whyNot: Reason | null; children: React.ReactNode
  /** Whether it is what a page is for; where several forms are on one page, one of them is. */
  isMain?: boolean
}) {
  const told = useIntoView(done)
  return (
    <>
      <Form problems={problems} dirty={isDirty} onSubmit={submit}>
        {done && <div ref={told} className={inView}><Strip tone="ok">{done}</Strip></div>}
        <Refused no={no} />
        {children}
        <div><Button {...(isMain ? { look: 'primary' } : {})} type="submit" isSaving={command.isSending} whyNot={whyNot}>{deed}</Button></div>
      </Form>
      <StepUpDialog stepUp={command.stepUp} />
    </>
  )
}
