'use client'
import { useEffect } from 'react'
import { CostShown } from '~/components/allocations/cost-shown'
import { LevelBars } from '~/components/allocations/level-bars'
import { prepareLevels } from '~/components/allocations/prepare-levels'
import { announce } from '~/components/shell/announcer'
import type { WhileTyping } from '~/components/shell/use-while-typing'
import { Badge } from '~/components/ui/badge'
import { Properties } from '~/components/ui/properties'
import { MovedList } from './changed-terms'
import { sayEndFromNow } from './say-terms'
import { sayFit } from './say-fit'

type Props = { effect: WhileTyping<'requests.sheet' | 'requests.sheetInTenant'>; isLess: boolean }
/** What a yes to the less would come to, by the decider that carries it out: what becomes otherwise, whether it fits, what it takes of every level and what it costs. */
export function OfferEffect({ effect: { answer, no, isAsking, isEarlier }, isLess }: Props) {
  const sheet = answer?.value ?? null
  const said = sheet === null || isEarlier ? null : sayFit(sheet).says
  useEffect(() => { if (said !== null) announce(said) }, [said])
  return (
    <section aria-labelledby="comes-to" aria-busy={isAsking || undefined} className="relative grid grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="comes-to" className="font-medium text-strong">What a yes to it would come to</h3>
        {isEarlier && isLess && <p className="text-dense text-quiet">{isAsking ? 'Earlier answer, asking again' : 'For what could be read last'}</p>}
      </div>
      {no && <p>{no.says} {no.fix}</p>}
      {!no && (!isLess || sheet === null) && <p className="text-quiet">{isAsking ? 'Asking every check.' : 'Choose fewer pods, or fewer hours: every check is then asked, and nothing is kept.'}</p>}
      {isLess && sheet !== null && (
        <>
          <div className="grid justify-items-start gap-1.5"><Badge tone={sayFit(sheet).tone}>{sayFit(sheet).word}</Badge>{sheet.says !== null && <p>{sheet.says}</p>}</div>
          <MovedList moved={sheet.moved} />
          <LevelBars resources={prepareLevels(sheet.trace)} />
          <Properties items={[...(sheet.endsAt === null ? [] : [{ says: 'Would end', value: sayEndFromNow(sheet.endsAt) }]), { says: 'Would cost', value: <CostShown cost={sheet.cost} /> }]} />
        </>
      )}
      {isAsking && <span aria-hidden="true" className="quiet-bar" />}
    </section>
  )
}
