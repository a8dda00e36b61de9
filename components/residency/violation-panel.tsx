'use client'
import { momentOf } from '~/components/members/wish'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Field } from '~/components/ui/field'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { exceptionRefusals, residencyRefusals } from '~/server/residency/residency.refusals'
import { exceptionDaysMost } from '~/server/residency/decide-exception'
import type { ViolationShown } from '~/server/residency/list-violations'
import { endingWords, reasonWords, sayPolicy } from './residency-words'
import { ViolationState } from './violation-table'

type Props = { violation: ViolationShown; whyNot: { acknowledge: Reason | null; contain: Reason | null; except: Reason | null; endException: Reason | null } | null; auditHref: string }
/** One violation from its beginning to its end; whoever runs the platform says what they found and contains it. */
export function ViolationPanel({ violation, whyNot, auditHref }: Props) {
  const { regions, nodes, reason, policy, beganAt, changedAt, acknowledged, exception, contained, ended } = violation
  const uncontained = nodes.filter((node) => !contained?.nodes.includes(node))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Properties
        items={[
          { says: 'State', value: <ViolationState violation={violation} /> },
          { says: 'Tenant', value: <span className="name">{violation.tenant}</span> },
          { says: 'Runs in', value: <span className="name">{regions.join(', ')}</span> },
          { says: 'Because', value: reasonWords[reason] },
          { says: 'Judged by', value: sayPolicy(policy) },
          { says: 'Nodes', value: <span className="name">{nodes.join(', ')}</span> },
          { says: 'Began', value: <Exact at={beganAt} /> },
          { says: 'Last changed', value: <Exact at={changedAt} /> },
          ...(acknowledged ? [{ says: 'Acknowledged', value: <span><Exact at={acknowledged.at} /> by {acknowledged.by ?? 'somebody who is no longer here'}: {acknowledged.note}</span> }] : []),
          ...(exception ? [{ says: 'Excepted', value: <span>{exception.covers === 'work' ? 'This work' : 'All work of the tenant in these regions'} until <Exact at={exception.until} />. {exception.owner ?? 'Somebody who is no longer here'} answers for it, {exception.by ?? 'somebody who is no longer here'} signed it: {exception.reason}</span> }] : []),
          ...(contained ? [{ says: 'Contained', value: <span><Exact at={contained.at} /> {contained.by === null ? 'because the tenant’s policy says so' : `by ${contained.by}`}: <span className="name">{contained.nodes.join(', ')}</span></span> }] : []),
          ...(ended ? [{ says: 'Over', value: <span><Exact at={ended.at} />: {endingWords[ended.because]}</span> }] : []),
          { says: 'In the record', value: <Link href={auditHref} className="underline">What was recorded of it</Link> },
        ]}
      />
      {whyNot !== null && ended === null && <Acknowledge key={`note ${acknowledged?.note ?? ''}`} violation={violation} whyNot={whyNot.acknowledge} />}
      {whyNot !== null && ended === null && contained === null && <Except key={`except ${exception?.exception ?? ''}`} violation={violation} whyNot={whyNot.except} />}
      {whyNot !== null && exception !== null && <EndException key={exception.exception} tenant={violation.tenant} exception={exception.exception} whyNot={whyNot.endException} />}
      {whyNot !== null && ended === null && uncontained.length > 0 && <Contain key={nodes.join()} uncontained={uncontained} violation={violation} whyNot={whyNot.contain} />}
    </div>
  )
}

function Acknowledge({ violation: { tenant, violation, acknowledged }, whyNot }: { violation: ViolationShown; whyNot: Reason | null }) {
  const form = useForm('residency.acknowledge', { refusals: residencyRefusals, empty: { note: acknowledged?.note ?? '' }, labels: { note: 'What you found' }, concerns: {}, input: ({ note }) => ({ tenant, violation, note: note.trim() }), done: () => 'It is acknowledged.' })
  return <CommandForm of={form} deed="Acknowledge" whyNot={whyNot}><TextArea {...form.field('note')} hint="The tenant reads it, too. The violation goes on as long as it is true." longest={500} rows={2} /></CommandForm>
}

/** What comes of it is said before it is signed, and what is signed names the nodes. */
function Contain({ violation: { tenant, violation, nodes, contained, isAllocated }, uncontained, whyNot }: { violation: ViolationShown; uncontained: readonly string[]; whyNot: Reason | null }) {
  const what = `${uncontained.length === 1 ? `Node ${uncontained[0]} takes` : `${uncontained.length} nodes take`} nothing new from then on.`
  const ends = isAllocated ? 'The work is ended: it stops, and what it held is free again.' : 'Nothing was granted for this work, so its cluster’s owner must stop it.'
  const form = useForm('residency.contain', {
    refusals: residencyRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, violation, nodes: [...nodes] }),
    signing: () => ({ deed: `Contain work of ${tenant} that runs where it may not`, consequence: `${what} ${ends}` }), done: () => 'It is being contained.',
  })
  return <CommandForm of={form} deed="Contain" whyNot={whyNot}><div className="grid gap-1">{contained && <p>Since it was contained it has come to {uncontained.length === 1 ? 'a node that takes' : `${uncontained.length} nodes that take`} new work still.</p>}<h3 className="font-medium text-strong">What containing does</h3><ul className="grid list-disc gap-0.5 pl-5"><li>{what}</li><li>{ends}</li><li>Other work on these nodes goes on.</li></ul></div></CommandForm>
}

/** What is signed names the regions and the day. Nothing new is let in by it. */
function Except({ violation: { tenant, violation, regions }, whyNot }: { violation: ViolationShown; whyNot: Reason | null }) {
  const form = useForm('residency.except', {
    refusals: exceptionRefusals, empty: { covers: 'work', email: '', until: '', reason: '' }, labels: { covers: 'Of what', email: 'E-mail of who answers for it', until: 'Ends', reason: 'Reason' },
    concerns: { until_not_possible: 'until', already_excepted: 'until', owner_unknown: 'email' },
    input: ({ covers, email, until, reason }) => ({ tenant, violation, covers: covers as 'work' | 'tenant', regions: [...regions], email: email.trim(), until: momentOf(until) ?? '', reason: reason.trim() }),
    signing: ({ covers, until }) => ({ deed: `Except ${covers === 'work' ? 'work' : 'all work'} of ${tenant} in ${regions.join(', ')}`, consequence: `It is left where it may not be until the end of ${until}, and then the violation is open again. Nothing new is let in.` }),
    done: () => 'It is excepted.',
  })
  const covers = form.field('covers')
  return (
    <CommandForm of={form} deed="Except" whyNot={whyNot}>
      <h3 className="font-medium text-strong">Leave it where it is for a while</h3>
      <Select {...covers} onChoose={covers.onType} options={[{ value: 'work', says: 'This work' }, { value: 'tenant', says: `All work of the tenant in ${regions.join(', ')}` }]} />
      <Field {...form.field('email')} type="email" autoComplete="off" hint="Somebody who works on the platform." />
      <Field {...form.field('until')} type="date" className="w-fit" hint={`With that day, in UTC: ${exceptionDaysMost} days at most.`} />
      <TextArea {...form.field('reason')} rows={2} longest={500} hint="The tenant reads it, too." />
    </CommandForm>
  )
}

function EndException({ tenant, exception, whyNot }: { tenant: string; exception: string; whyNot: Reason | null }) {
  const form = useForm('residency.endException', { refusals: exceptionRefusals, empty: {}, labels: {}, concerns: {}, input: () => ({ tenant, exception }), done: () => 'The exception is over.' })
  return <CommandForm of={form} deed="End the exception" whyNot={whyNot}><p>What it covers is open again with the next look.</p></CommandForm>
}
