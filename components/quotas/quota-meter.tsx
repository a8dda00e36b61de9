import { Badge } from '~/components/ui/badge'
import { Meter } from '~/components/ui/meter'
import { type Amounts, prepareMeter } from './prepare-meter'

export function QuotaMeter({ amounts }: { amounts: Amounts }) {
  const { says, state, remark, taken, promised } = prepareMeter(amounts)
  return (
    <div className="grid max-w-md gap-1">
      <p className="flex flex-wrap items-center gap-x-2">{says}{remark && <Badge tone={state === 'danger' ? 'danger' : 'notice'}>{remark}</Badge>}</p>
      <Meter taken={taken} promised={promised} tone={state} />
    </div>
  )
}
