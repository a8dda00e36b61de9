import type { Line } from '~/server/admission/facts'
import type { Reach } from '~/server/authorization/permit'
import type { Fit } from '~/server/ledger/decide-fit'
import type { Json } from '~/server/shared/canonical'

type Saw = { requested: Readonly<Record<string, string>>; fits: readonly Fit[] }

/**
 * The trace of a decision as its reader may see it. What lies above their own scope they are told as *fits* or *does not fit*: who reaches some namespaces reads no figure
 * of the tenant's, and nobody reads one of the organisation's, because it is made of what other tenants use.
 */
export function decisionShown({ trace = [] }: { readonly trace?: readonly Line[] | undefined }, reach: Reach, of: 'what is' | 'what would be' = 'what is'): { trace: Line[]; says: string | null } {
  const shown = trace.map((line) => (line.check === 'quota' ? withoutWhatIsAbove(line, reach) : line.check === 'placement' ? withoutNodes(line, of === 'what is' ? reach : []) : line))
  const dominant = shown.find(({ outcome }) => outcome === 'refuses') ?? shown.find(({ outcome }) => outcome === 'holds')
  return { trace: shown, says: dominant?.says ?? null }
}

function withoutWhatIsAbove(line: Line, reach: Reach): Line {
  if (line.saw === null) return { ...line, says: line.says === null ? null : 'What lies above this namespace has no room for it.' }
  const { requested, fits } = line.saw as unknown as Saw
  const isBelow = ({ level }: Fit) => level === 'namespace' || level === 'class' || (level === 'tenant' && reach === '*')
  const shown = fits.map((fit) => (isBelow(fit) ? fit : { ...fit, account: fit.level, figures: null }))
  const narrowest = fits.findLast(({ fits: is }) => !is)
  const says = line.says !== null && narrowest && !isBelow(narrowest) ? 'What lies above this namespace has no room for it.' : line.says
  return { ...line, says, saw: { requested, fits: shown } as unknown as Json }
}

/** On which nodes their own work stands, all of the tenant's readers may know of what was done; of what would be, nobody: it changes with what others use. */
function withoutNodes(line: Line, reach: Reach): Line {
  if (line.saw === null) return line
  const { pools, nodes, nodesInAll, ...told } = line.saw as Readonly<Record<string, Json>>
  return { ...line, saw: reach === '*' && nodes !== undefined ? { ...told, pools: pools ?? [], nodes, nodesInAll: nodesInAll ?? 0 } : told }
}
