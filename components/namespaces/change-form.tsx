'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import type { Reason } from '~/components/ui/reason'
import type { NamespaceRead } from '~/server/namespaces/list-namespaces'
import { changeRefusals } from '~/server/namespaces/namespace.refusals'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import { ChangedMeanwhile } from './changed-meanwhile'
import { mergeWish, type Moved } from './merge-wish'
import { attributeConcerns, attributeLabels, NamespaceFields } from './namespace-fields'
import { type AttributesWish, attributesOf, wishOf } from './wish'

/** Of the version that is shown. What was typed stays when somebody else was quicker, and nothing of theirs is overwritten that whoever types has not seen. */
export function ChangeForm({ tenant, namespace, around: prepared, whyNot }: { tenant: string; namespace: NamespaceRead; around: PreparedNamespace; whyNot: Reason | null }) {
  const theirs = wishOf(namespace)
  // Whoever owns it may hold no role here any more, or be one of more than are listed.
  const around = { ...prepared, people: [...prepared.people, ...Object.entries(namespace.people).filter(([of]) => !prepared.people.some(({ person }) => person === of)).map(([person, name]) => ({ person, name }))] }
  // What typing began from; and of what they made, what was seen and is not wanted.
  const [seen, setSeen] = useState({ version: namespace.version, wish: theirs })
  const [kept, setKept] = useState<Readonly<Partial<AttributesWish>>>({})
  const [isTried, setTried] = useState(false)
  const form = useForm('namespaces.change', {
    refusals: changeRefusals, empty: theirs, labels: attributeLabels, concerns: attributeConcerns,
    input: (typed) => ({ tenant, namespace: namespace.name, version: namespace.version, ...attributesOf(mergeWish(seen.wish, typed, theirs).wish) }),
    done: ({ name }) => `${name} is changed. What runs goes on as it was; what begins from now on is held to this.`,
    onDone: () => { setKept({}); setTried(false) },
  })
  // Nothing is typed: what is shown is what there is, and what somebody does to it is nobody's question.
  if (form.wish === theirs && seen.version !== namespace.version) setSeen({ version: namespace.version, wish: theirs })
  const { wish, moved } = mergeWish(seen.wish, form.wish, theirs)
  const open = moved.filter(({ field, theirs: now, mine }) => mine !== null && kept[field] !== now)
  const asked = isTried ? open.map(({ field }) => ({ field, label: attributeLabels[field], says: 'Somebody else changed it, too. Keep yours or take theirs, above.' })) : []
  const field: typeof form.field = (name) => ({ ...form.field(name), value: wish[name], problem: asked.find((one) => one.field === name)?.says ?? form.field(name).problem })
  function submit() {
    setTried(true)
    if (open.length === 0) form.submit()
  }
  function keep({ field: of, theirs: now }: Moved) {
    setKept({ ...kept, [of]: now })
    announce(`${attributeLabels[of]} stays as you typed it.`)
  }
  function take({ field: of, theirs: now }: Moved) {
    form.field(of).onType(now)
    announce(`${attributeLabels[of]} is theirs.`)
  }
  const no = form.no?.reason === 'changed_meanwhile' && moved.length > 0 ? null : form.no
  return (
    <CommandForm of={{ ...form, wish, no, submit, problems: [...asked, ...form.problems] }} deed="Change namespace" whyNot={whyNot}>
      <ChangedMeanwhile moved={moved} open={open} around={around} onKeep={keep} onTake={take} />
      <NamespaceFields tenant={tenant} field={field} shown={wish} around={around} />
    </CommandForm>
  )
}
