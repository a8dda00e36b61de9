import { CostShown } from '~/components/allocations/cost-shown'
import { DecisionTrace } from '~/components/allocations/decision-trace'
import { fieldsOf, listOf, numberOf, textOf, textsOf } from '~/components/allocations/saw'
import { Properties } from '~/components/ui/properties'
import { Strip } from '~/components/ui/strip'
import { Unknown } from '~/components/ui/unknown'
import type { Sheet } from '~/server/allocations/sheet'
import { MovedList } from './changed-terms'
import { LedgerTable, signingWords } from './ledger-table'
import { prepareLedger } from './prepare-ledger'
import { sayEndFromNow, sayVictims } from './say-terms'
import { whyNotSign } from './why-not-sign'

/** What a yes would come to now, by the decider that carries it out: what is taken, where it goes, who stops, and what every check said. */
export function DecisionSheet({ sheet, tenant }: { sheet: Sheet | null; tenant: string | null }) {
  const why = whyNotSign(sheet)
  const lines = sheet === null ? [] : prepareLedger(sheet.trace)
  return (
    <>
      {why !== null && (
        <Strip tone={sheet?.verdict === 'refuse' ? 'danger' : 'notice'}>
          <p className="font-medium">{why}</p>
          {sheet !== null && sheet.moved.length > 0 && <MovedList moved={sheet.moved} />}
        </Strip>
      )}
      {lines.length > 0 && <section aria-labelledby="takes" className="grid grid-cols-[minmax(0,1fr)] gap-2"><h2 id="takes" className="text-section">What it takes</h2><LedgerTable lines={lines} words={signingWords} /></section>}
      {sheet !== null && (
        <>
          <section aria-labelledby="goes" className="grid grid-cols-[minmax(0,1fr)] gap-2"><h2 id="goes" className="text-section">Where it goes</h2><Placed sheet={sheet} tenant={tenant} /></section>
          <details className="group/trace grid gap-2" open={sheet.verdict === 'refuse'}>
            <summary className="quiet-motion -ml-2 inline-flex min-h-8 cursor-pointer items-center rounded-control px-2 text-accent hover:bg-hover">What every check said</summary>
            <div className="pt-2"><DecisionTrace label="Checks" trace={sheet.trace} /></div>
          </details>
        </>
      )}
    </>
  )
}

function Placed({ sheet, tenant }: { sheet: Sheet; tenant: string | null }) {
  const placement = sheet.trace.find(({ check }) => check === 'placement')
  const { places, region, cluster, nodes, nodesInAll } = fieldsOf(placement?.saw)
  const named = textsOf(nodes)
  const more = numberOf(nodesInAll) - named.length
  return (
    <Properties
      items={[
        { says: 'Region', value: textOf(region) === '' ? <Unknown why={sheet.waits ? 'It is placed when there is room.' : places === true ? 'No place was found for it now.' : 'It is placed with the last yes.'} /> : <span className="name">{textOf(region)}</span> },
        ...(textOf(cluster) === '' ? [] : [{ says: 'Cluster', value: <span className="name">{textOf(cluster)}</span> }]),
        ...(listOf(nodes).length === 0 ? [] : [{ says: 'Nodes', value: <span className="name">{named.join(', ')}{more > 0 && ` and ${more} more`}</span> }]),
        { says: 'Begins', value: sheet.waits ? 'As soon as there is room' : 'With the last yes' },
        { says: 'Ends', value: sheet.endsAt === null ? 'So long after it began' : sayEndFromNow(sheet.endsAt) },
        { says: 'Costs', value: <CostShown cost={sheet.cost} /> },
        { says: 'Who stops for it', value: sayVictims(sheet.victims, tenant) ?? 'Nobody' },
      ]}
    />
  )
}
