'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { SayDialog } from '~/components/shell/say-dialog'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Dialog } from '~/components/ui/dialog'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { RowMenu } from '~/components/ui/row-menu'
import { personRefusals } from '~/server/people/person.refusals'

export type PersonReasons = { disable: Reason | null; enable: Reason | null; endSessions: Reason | null; reset: Reason | null }
type Props = { person: string; name: string; isDisabled: boolean; whyNot: PersonReasons }

/** What an operator can do about somebody. Each is signed, and told to them. */
export function PersonMenu({ person, name, isDisabled, whyNot }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const disable = useCommand('people.disable', personRefusals, () => { setAsking(false); announce(`${name} is kept out.`) })
  const enable = useCommand('people.enable', personRefusals, () => announce(`${name} is let in again.`))
  const endSessions = useCommand('people.endSessions', personRefusals, ({ ended }) => announce(`${name} was signed out of ${ended === 1 ? '1 browser' : `${ended} browsers`}.`))
  const reset = useCommand('people.reset', personRefusals, ({ token }) => setLink(`${location.origin}${paths.reset(token)}`))
  const told = 'They are told.'
  const resetWith = (factors: 'kept' | 'lost') => void reset.carryOut({ person, factors }, {
    deed: `Make a link by which ${name} sets a new password${factors === 'lost' ? ', without their lost factors' : ''}`,
    consequence: `It works once, for an hour, and signs them out everywhere. ${factors === 'lost' ? 'Their factors and recovery codes are removed, and they enrol another.' : 'Their second factor is asked for all the same.'} ${told}`,
  })
  const saying = { title: `Keep ${name} out`, label: 'Reason', name: 'reason', hint: 'It is recorded, and shown to them if they are let in again.', empty: 'Whoever reads the record wants to know why.', deed: 'Keep out' }
  const no = enable.no ?? endSessions.no ?? reset.no ?? (isAsking ? null : disable.no)
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <RowMenu
        of={name}
        actions={[
          { says: 'End all sessions', whyNot: whyNot.endSessions, onSelect: () => void endSessions.carryOut({ person }, { deed: `Sign ${name} out everywhere`, consequence: `It is felt at their next request. ${told}` }) },
          { says: 'Reset password', whyNot: whyNot.reset, onSelect: () => resetWith('kept') },
          { says: 'Reset password and lost factors', whyNot: whyNot.reset, onSelect: () => resetWith('lost') },
          isDisabled
            ? { says: 'Let in again', whyNot: whyNot.enable, onSelect: () => void enable.carryOut({ person }, { deed: `Let ${name} in again`, consequence: `What they held, they hold. ${told}` }) }
            : { says: 'Keep out', whyNot: whyNot.disable, onSelect: () => setAsking(true) },
        ]}
      />
      <Refused no={no} />
      {isAsking && !disable.stepUp && (
        <SayDialog
          saying={saying} text={reason} onType={setReason} command={disable} onClose={() => setAsking(false)}
          send={(why) => void disable.carryOut({ person, reason: why }, { deed: `Keep ${name} out`, consequence: `They are out at their next request, everywhere, and cannot come in. Reason: ${why}` })}
        />
      )}
      {link !== null && <Dialog title="A link to set a new password" onClose={() => setLink(null)} holds><Once says={`Give it to ${name}, and to nobody else. It works once, for an hour.`} secret={link} of="the link" onKept={() => setLink(null)} /></Dialog>}
      <StepUpDialog stepUp={disable.stepUp ?? enable.stepUp ?? endSessions.stepUp ?? reset.stepUp} />
    </span>
  )
}
