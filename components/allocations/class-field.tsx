'use client'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { RadioCards } from '~/components/ui/radio-cards'
import type { ClassShown } from '~/server/allocations/prepare-allocation'

type Props = { name: string; label: string; value: string; problem: string | null; classes: readonly ClassShown[]; normal: string; onChoose: (value: string) => void }

/** The normal class is nothing to choose. Another one is asked for in a form of its own, which says what it takes and what it does to others. */
export function ClassField({ classes, normal, value, onChoose, ...words }: Props) {
  const [isOpen, setOpen] = useState(false)
  // What was opened stays open: choosing the normal class again takes the choice away from nobody.
  const choose = (id: string) => {
    setOpen(true)
    onChoose(id)
  }
  const usual = classes.find(({ id }) => id === normal)
  if (!isOpen && value === normal && words.problem === null) {
    return (
      <div className="grid gap-1">
        <p className="font-medium text-strong">{words.label}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p>{usual?.title ?? normal}<span className="text-quiet">, the platform’s default</span></p>
          <Button size="dense" onClick={() => setOpen(true)}>Ask for another class</Button>
        </div>
      </div>
    )
  }
  return (
    <RadioCards
      {...words} hint="What goes first where there is not room for all. It lasts as long as what is asked for, and not beyond." value={value} onChoose={choose}
      options={[...classes].sort((one, other) => one.value - other.value).map(({ id, title, value: order, preempts, preemptible, needsApproval, allowed }) => ({
        value: id, says: title, whyNot: allowed ? null : 'The platform does not allow it to this tenant.',
        about: [preempts ? 'It takes the place of lower classes where there is no room.' : preemptible ? 'Higher classes may take its place.' : 'It waits for room, and nobody takes its place.', ...(needsApproval ? ['It is given when somebody has said yes to it, whatever the size.'] : []), ...(order > (usual?.value ?? order) ? ['No developer may ask for it.'] : [])].join(' '),
      }))}
    />
  )
}
