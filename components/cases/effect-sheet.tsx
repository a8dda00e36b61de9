import { LedgerTable, type LedgerWords } from '~/components/requests/ledger-table'
import { decideEffect, type Doing, type Standing } from '~/server/cases/decide-effect'

const taken: LedgerWords = { label: 'What it moves', after: 'After it', hardNow: null, hard: 'Ceiling', fits: ['Has room', 'Is full'] }
const bound: LedgerWords = { ...taken, after: 'While it holds', hardNow: 'Ceiling now', hard: 'Ceiling then', fits: ['May add', 'May add nothing'] }

/** What a step would move in every account that it is about, worked out by what there is now, as an approver sees what a request takes. */
export function EffectSheet({ standing, doing }: { standing: readonly Standing[]; doing: Doing }) {
  const lines = decideEffect(standing, doing).map(({ level, account, resource, nominal, hard, hardThen, taken: before, takenThen }) => ({
    level, account, resource, fits: BigInt(takenThen) < BigInt(hardThen), figures: { before, after: takenThen, nominal, hard: hardThen, hardNow: hard },
  }))
  if (lines.length === 0) return <p className="text-quiet">It moves nothing in any account.</p>
  return <LedgerTable lines={lines} words={doing.is === 'takes' ? taken : bound} />
}
