import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Unknown } from '~/components/ui/unknown'
import { type Regime, regimeWords } from '~/server/controls/catalogue'
import type { ControlShown } from '~/server/controls/list-controls'
import { sayOutcome, stateWords } from './control-words'

const untried = <Unknown why="Nobody has tried it yet." />
const came = (how: string | null) => (how === null ? untried : sayOutcome(how))

/** What was tried, how it came out, and where somebody asks for the promise. */
export function ControlFacts({ control: { says, state, since, checkedAt, tried, forbidden, allowed, asked } }: { control: ControlShown }) {
  const regimes = Object.entries(asked) as [Regime, string][]
  return (
    <div className="space-y-4">
      <p className="text-plain">{says}</p>
      <Properties
        items={[
          { says: 'State', value: <Badge tone={stateWords[state].tone}>{stateWords[state].says}</Badge> },
          { says: 'Since', value: since === null ? untried : <Exact at={since} /> },
          { says: 'Tried', value: checkedAt === null ? untried : <Exact at={checkedAt} /> },
          { says: 'Forbidden', value: <span>{tried.forbidden}: {came(forbidden)}</span> },
          { says: 'Allowed', value: <span>{tried.allowed}: {came(allowed)}</span> },
          ...regimes.map(([regime, clause]) => ({ says: regimeWords[regime], value: clause })),
        ]}
      />
      <p className="text-small text-quiet">It is tried every five minutes, by somebody who is nobody, and taken back. If what is allowed fails, too, or something else said no, nothing was shown, and it is unknown.</p>
    </div>
  )
}
