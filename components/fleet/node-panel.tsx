'use client'
import { formatAmount } from '~/components/quotas/amount'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Link } from '~/components/ui/link'
import { Meter } from '~/components/ui/meter'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { fleetRefusals } from '~/server/fleet/fleet.refusals'
import type { NodeShown } from '~/server/fleet/node'
import { inUse, NodeState } from './node-table'
import { gpus } from './say-fleet'

type Props = { node: NodeShown; /** Where it is supposed gone, for whoever may. */ supposing: string | null; whyNot: { cordon: Reason | null; uncordon: Reason | null } }

/** A node, and what somebody may do so that nothing new comes to it. */
export function NodePanel({ node, supposing, whyNot }: Props) {
  const { gpusFree, cordonedAt, cordonedBecause, cpu, memory } = node
  const isCordoned = cordonedBecause !== null
  const used = (of: { all: string; free: string }) => String(BigInt(of.all) - BigInt(of.free))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Properties
        items={[
          { says: 'State', value: <NodeState node={node} /> },
          ...(isCordoned ? [{ says: 'Because', value: cordonedBecause }, ...(cordonedAt === null ? [] : [{ says: 'Since', value: <Exact at={cordonedAt} /> }])] : []),
          { says: 'Where', value: <span className="name">{node.region} › {node.cluster} › {node.pool}</span> },
          { says: 'Whose', value: node.owner === null ? `Anybody’s up to isolation level ${node.isolationLevel}` : <span><span className="name">{node.owner}</span>’s alone, isolation level {node.isolationLevel}</span> },
          { says: 'GPUs', value: node.model === null ? 'None' : `${node.model}, ${inUse(node)} in use` },
          { says: 'CPU', value: `${formatAmount('cpu', used(cpu))} of ${formatAmount('cpu', cpu.all)} in use` },
          { says: 'Memory', value: `${formatAmount('memory', used(memory))} of ${formatAmount('memory', memory.all)} in use` },
          ...(node.reportedAt === null ? [] : [{ says: 'Heard of', value: <Exact at={node.reportedAt} /> }]),
        ]}
      />
      {gpusFree.length > 0 && (
        <ul aria-label="GPUs of this node" className="grid grid-cols-2 gap-x-4 gap-y-2 text-dense">
          {gpusFree.map((free, at) => ({ free, name: `GPU ${at}` })).map(({ free, name }) => (
            <li key={name} className="grid gap-0.5"><span>{name}: {free === 1000 ? 'free' : free === 0 ? 'in use' : `${gpus(1000 - free)} in use`}</span><Meter taken={(1000 - free) / 10} promised={0} tone="usual" /></li>
          ))}
        </ul>
      )}
      <p className="text-dense">
        {isCordoned ? sayDrain(node) : 'To drain it, cordon it and wait: nothing new comes to it, and what runs there goes on to its end. Nothing is moved.'} Who runs there is the tenants’ own to know; whoever asked is told when theirs ends.{supposing !== null && <> <Link href={supposing}>What if it were gone?</Link></>}
      </p>
      {isCordoned ? <Uncordon key="uncordon" node={node.node} because={cordonedBecause} whyNot={whyNot.uncordon} /> : <Cordon key="cordon" node={node.node} whyNot={whyNot.cordon} />}
    </div>
  )
}

function sayDrain(node: NodeShown): string {
  const isEmpty = node.gpusFree.every((free) => free === 1000) && node.cpu.all === node.cpu.free && node.memory.all === node.memory.free
  return isEmpty ? 'It is drained: nothing of what was given stands on it.' : `It is draining: ${node.gpusFree.length > 0 ? `${inUse(node)} GPUs are` : 'something is'} still in use, and nothing new comes.`
}

const labels = { reason: 'Reason' }
function Cordon({ node, whyNot }: { node: string; whyNot: Reason | null }) {
  const form = useForm('fleet.cordon', {
    refusals: fleetRefusals, empty: { reason: '' }, labels, concerns: {}, input: ({ reason }) => ({ node, reason: reason.trim() }),
    signing: ({ reason }) => ({ deed: `Cordon node ${node}`, consequence: `Nothing new comes to it, and what runs there goes on. Reason: ${reason.trim()}` }), done: () => `${node} is cordoned.`,
  })
  return <CommandForm of={form} deed="Cordon node" whyNot={whyNot}><TextArea {...form.field('reason')} hint="Whoever wonders why nothing comes here reads it." longest={500} rows={2} /></CommandForm>
}
function Uncordon({ node, because, whyNot }: { node: string; because: string; whyNot: Reason | null }) {
  const form = useForm('fleet.uncordon', {
    refusals: fleetRefusals, empty: { reason: '' }, labels, concerns: {}, input: ({ reason }) => ({ node, because, reason: reason.trim() }),
    signing: ({ reason }) => ({ deed: `Uncordon node ${node}`, consequence: `Work may come to it again. Reason: ${reason.trim()}` }), done: () => `${node} takes work again.`,
  })
  return <CommandForm of={form} deed="Uncordon node" whyNot={whyNot}><TextArea {...form.field('reason')} hint="What has become of why it was cordoned." longest={500} rows={2} /></CommandForm>
}
