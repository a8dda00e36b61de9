import { sayRule } from '~/components/allocations/say-rule'
import type { Region } from '~/components/regions/region-names'
import { Ahead } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Timeline } from '~/components/ui/timeline'
import type { Sheet } from '~/server/allocations/sheet'
import { AskerCard } from './asker-card'
import { ChangedTerms } from './changed-terms'
import { Conversation } from './conversation'
import { DecisionSheet } from './decision-sheet'
import { prepareSteps } from './prepare-steps'
import { consequenceOf, type RequestRead } from './request'
import { RequestFacts } from './request-facts'
import { sayGiven } from './say-rule'
import { sayGrant } from './say-terms'

type Props = { request: RequestRead; /** Null where nothing is to be carried out by the ledger, or nobody may know. */ sheet: Sheet | null; known: readonly Region[]; reader: string; tenant: string | null; now: Date; children: React.ReactNode }

/** On one screen: what a yes would do, what it takes from whom, what was said, who asks; and beside it who decides by which rule, until when, and what the reader may say. */
export function RequestPage({ request, sheet, known, reader, tenant, now, children }: Props) {
  const { state, kind, rule, lacks, deadline, askedAt, termsBody } = request
  const isOpen = state === 'open'
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <div className="grid w-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-6">
        <ChangedTerms terms={termsBody} digest={request.terms} />
        <section className="grid gap-2" aria-labelledby="yes">
          <h2 id="yes" className="text-section">What a yes does</h2>
          <p className="max-w-[80ch] text-strong">{request.kind === 'allocation.admit' ? sayGrant(termsBody) : consequenceOf(request)}</p>
        </section>
        {isOpen && kind === 'allocation.admit' && <DecisionSheet sheet={sheet} tenant={tenant} />}
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="asked">
          <h2 id="asked" className="text-section">What is asked for</h2>
          <RequestFacts request={request} known={known} />
        </section>
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="said">
          <h2 id="said" className="text-section">What was said</h2>
          <Conversation request={request} tenant={tenant} />
        </section>
      </div>
      <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-6 xl:sticky xl:top-[calc(var(--bar)+1.5rem)] xl:w-96">
        <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4" aria-labelledby="way">
          <h2 id="way" className="text-section">Its way</h2>
          {isOpen && (
            <Properties
              items={[
                { says: 'Needs', value: `${sayRule(rule)}${rule.factor === 'passkey' ? ', by passkey' : ''}` },
                { says: 'So far', value: sayGiven(rule, lacks) },
                { says: 'Until', value: askedAt === null ? <Ahead at={deadline} now={now} /> : 'The clock stands: a question waits for its answer' },
              ]}
            />
          )}
          {children}
          <Timeline label="Steps" steps={prepareSteps(request)} />
        </section>
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="asks">
          <h2 id="asks" className="text-section">Who asks</h2>
          <AskerCard request={request} reader={reader} tenant={tenant} now={now} />
        </section>
      </div>
    </div>
  )
}
