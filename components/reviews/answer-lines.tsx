'use client'
import { announce } from '~/components/shell/announcer'
import type { ValueOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { Selection } from '~/components/ui/selection'
import type { LineShown } from '~/server/reviews/list-reviews'
import { reviewRefusals } from '~/server/reviews/review.refusals'
import { signingOf, whatOf, whoOf } from './review-words'

type Word = 'keep' | 'end'
/** `place` is whose review it is; null is the platform’s own. `fromPlatform` is where its reader decides. */
type Props = { review: string; place: string | null; fromPlatform: boolean; lines: readonly LineShown[]; can: readonly string[]; whyNot: Reason | null; filter: React.ReactNode; children: React.ReactNode }

/** Lines that are marked are kept, or ended, with one signature. */
export function AnswerLines({ review, place, fromPlatform, lines, can, whyNot, filter, children }: Props) {
  const done = ({ kept, ended }: ValueOf<'reviews.answer'>) => announce([kept > 0 ? `${kept} kept.` : '', ended > 0 ? `${ended} ended.` : ''].filter(Boolean).join(' ') || 'Nothing changed.')
  const inTenant = useCommand('reviews.answer', reviewRefusals, done)
  const fromAbove = useCommand('reviews.answerInTenant', reviewRefusals, done)
  const onPlatform = useCommand('reviews.answerOnPlatform', reviewRefusals, done)
  const { no, stepUp, isSending } = place === null ? onPlatform : fromPlatform ? fromAbove : inTenant
  function answer(ids: readonly string[], word: Word) {
    const marked = lines.filter(({ line }) => ids.includes(line))
    const answers = marked.map(({ line }) => ({ line, word }))
    const signing = signingOf(marked, word, place === null ? 'on the platform' : `in ${place}`)
    if (place === null) void onPlatform.carryOut({ review, answers }, signing)
    else void (fromPlatform ? fromAbove : inTenant).carryOut({ tenant: place, review, answers }, signing)
  }
  const nameOf = (id: string) => {
    const line = lines.find((one) => one.line === id)
    return line ? `${whoOf(line)}, ${whatOf(line)}` : 'One that is not on this page'
  }
  return (
    <>
      <Refused no={no} />
      {no !== null && no.fields.length > 0 && <ul className="grid gap-1 text-danger">{no.fields.map(({ field, says }) => <li key={field}>{nameOf(field)}: {says}</li>)}</ul>}
      <Selection ids={can} filter={filter} says={({ length }) => `${length} marked`} actions={(ids) => <Answers ids={ids} whyNot={whyNot} isSending={isSending} answer={answer} />}>{children}</Selection>
      <StepUpDialog stepUp={stepUp} />
    </>
  )
}

function Answers({ ids, whyNot, isSending, answer }: { ids: readonly string[]; whyNot: Reason | null; isSending: boolean; answer: (ids: readonly string[], word: Word) => void }) {
  const entries = [
    { id: 'keep', says: 'Keep what is marked', keys: 'a', whyNot, run: () => answer(ids, 'keep') },
    { id: 'end', says: 'End what is marked', keys: 'e', whyNot, run: () => answer(ids, 'end') },
  ]
  return (
    <>
      <PaletteEntries entries={entries} />
      <Button look="primary" size="dense" whyNot={whyNot} isSaving={isSending} onClick={() => answer(ids, 'keep')}>Keep</Button>
      <Button size="dense" whyNot={whyNot} onClick={() => answer(ids, 'end')}>End</Button>
    </>
  )
}
