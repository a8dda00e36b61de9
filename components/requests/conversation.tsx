import { type Step, type StepState, Timeline } from '~/components/ui/timeline'
import { listOf } from '~/components/allocations/saw'
import { roleWord } from '~/components/shell/why-not'
import type { Moved } from '~/server/allocations/decide-terms'
import { MovedList } from './changed-terms'
import type { RequestRead, Word } from './request'
import { sayByRule } from './say-by-rule'
import { TakeReceipt } from './take-receipt'

const voids = { terms_changed: 'It counts no more: what is asked for became otherwise after it.', role_lost: 'It counts no more: the role in which it was said is lost.' } as const
const states: Record<Word['kind'], StepState> = { yes: 'passed', no: 'refused', question: 'waits', answer: 'passed', recusal: 'not_reached', change: 'waits', rule: 'passed' }

function says({ kind, role, says: text, change }: Word): string {
  switch (kind) {
    case 'yes': return `Yes${role === null ? '' : `, as ${roleWord(role)}`}`
    case 'no': return `No: ${text ?? ''}`
    case 'question': return `Asked: ${text ?? ''}`
    case 'answer': return `Answered: ${text ?? ''}`
    case 'recusal': return `Left it to others${text === null ? '' : `: ${text}`}`
    case 'change': return 'What is asked for became otherwise'
    case 'rule': return sayByRule(change)
  }
}

const whoOf = ({ person, through }: Word) => (person === null ? 'Bailiwick' : through === null ? person.name : `${person.name}, for ${through.name}`)

/** All that was said, in order, and what of it counts. */
export function Conversation({ request: { request, words }, tenant }: { request: Pick<RequestRead, 'request' | 'words'>; tenant: string | null }) {
  if (words.length === 0) return <p className="text-quiet">Nobody has said anything yet.</p>
  return (
    <Timeline
      label="Words"
      steps={words.map((word): Step => ({ id: word.word, state: word.void === null ? states[word.kind] : 'not_reached', says: says(word), at: word.at, who: whoOf(word), about: <About word={word} request={request} tenant={tenant} /> }))}
    />
  )
}

function About({ word, request, tenant }: { word: Word; request: string; tenant: string | null }) {
  const { kind, change, factor, fingerprint } = word
  if (kind === 'change') return <Change change={change} />
  if (kind !== 'yes') return null
  return (
    <div className="grid gap-1">
      {word.void !== null && <p className="text-notice">{voids[word.void]}</p>}
      {fingerprint === null
        ? <p className="text-quiet">{factor === 'code' ? 'Confirmed by a code, which signs nothing.' : 'Confirmed with a passkey.'}</p>
        : <p className="flex flex-wrap items-center gap-x-3 gap-y-1">Signed with a passkey: <span className="name">{fingerprint}</span><TakeReceipt tenant={tenant} request={request} word={word.word} of={word.person?.name ?? 'this yes'} /></p>}
    </div>
  )
}

function Change({ change }: { change: Word['change'] }) {
  const { moved, says: why } = (typeof change === 'object' && change !== null && !Array.isArray(change) ? change : {}) as { moved?: Word['change']; says?: Word['change'] }
  return <>{typeof why === 'string' && <p>{why}</p>}<MovedList moved={listOf(moved) as unknown as Moved[]} /></>
}
