'use client'
import { useState } from 'react'
import type { Problem } from '~/components/ui/form'
import { announce } from './announcer'
import { type CommandName, type InputOf, type No, type RefusalOf, refusedBy, type Sentence, type ValueOf } from './answer'
import { type Command, type Signing, useCommand } from './command'
import { stillTyped } from './submission'

export type Wish = Readonly<Record<string, string | readonly string[]>>
export type FormOf<N extends CommandName, W extends Wish> = {
  /** What a field is called, holds and is told; and how it says what was typed or chosen. */
  field: <F extends keyof W & string>(name: F) => { name: F; label: string; value: W[F]; problem: string | null; onType: (value: W[F]) => void }
  wish: W
  problems: Problem[]
  /** What is wrong with all of it. */
  no: No<RefusalOf<N>> | null
  done: string | null
  isDirty: boolean
  submit: () => void
  command: Command<N>
}

/**
 * A form that makes something: keeps what was typed until it is done, puts each problem at the field where it can be mended, says what became of it.
 * `concerns` says at which field a refusal of the engine can be mended.
 */
export function useForm<N extends CommandName, W extends Wish>(name: N, { refusals, empty, labels, input, signing, before, done, concerns, onDone }: {
  refusals: Record<RefusalOf<N>, Sentence>
  empty: W
  labels: Readonly<Record<keyof W & string, string>>
  input: (wish: W) => InputOf<N>
  signing?: (wish: W) => Signing
  /** What would be refused whatever else is so, by the decision that refuses it: nobody signs first to be told that. */
  before?: (wish: W) => RefusalOf<N> | null
  done: (value: ValueOf<N>) => string
  concerns: Readonly<Partial<Record<RefusalOf<N>, keyof W & string>>>
  onDone?: (value: ValueOf<N>) => void
}): FormOf<N, W> {
  // Nothing typed is what there is now, also when that has become something else since.
  const [typed, setTyped] = useState<W | null>(null)
  const wish = typed ?? empty
  const [says, setSays] = useState<string | null>(null)
  const command = useCommand(name, refusals, (value, carriedOut) => {
    const sentence = done(value)
    setSays(sentence)
    setTyped((now) => stillTyped(now, input, carriedOut))
    announce(sentence)
    onDone?.(value)
  })
  const [tried, setTried] = useState(false)
  const refusal = tried ? (before?.(wish) ?? null) : null
  const no = refusal === null ? command.no : refusedBy(refusals, refusal)
  const problems = no === null ? [] : problemsOf(no, wish, labels, concerns)
  return {
    wish, problems, done: says, command, isDirty: JSON.stringify(wish) !== JSON.stringify(empty),
    no: problems.length === 0 ? no : null,
    submit: () => {
      const isRefused = (before?.(wish) ?? null) !== null
      setTried(isRefused)
      if (!isRefused) void command.carryOut(input(wish), signing?.(wish))
    },
    field: (field) => ({
      name: field, label: labels[field], value: wish[field], problem: problems.find((problem) => problem.field === field)?.says ?? null,
      onType: (value) => {
        setSays(null)
        setTyped({ ...wish, [field]: value })
      },
    }),
  }
}

/** What was not said yet is told so, and not how it would have to be spelt. */
export const sayWrong = (value: string | readonly string[], says: string): string =>
  value.length > 0 && (typeof value !== 'string' || value.trim() !== '') ? `It must be something that ${says}.` : typeof value === 'string' ? 'Fill this in.' : 'Choose at least one.'

function problemsOf(no: No<string>, wish: Wish, labels: Readonly<Record<string, string>>, concerns: Readonly<Partial<Record<string, string>>>): Problem[] {
  const about = concerns[no.reason]
  return Object.entries(labels).flatMap(([field, label]) => {
    const wrong = no.fields.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))
    const says = field === about ? `${no.says} ${no.fix}` : wrong && sayWrong(wish[field] ?? '', wrong.says)
    return says === undefined ? [] : [{ field, label, says }]
  })
}
