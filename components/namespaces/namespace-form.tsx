'use client'
import { useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import type { No, RefusalOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Strip } from '~/components/ui/strip'
import { namespaceRefusals } from '~/server/namespaces/namespace.refusals'

export function NamespaceForm({ tenant, whyNot }: { tenant: string; whyNot: string | null }) {
  const [wish, setWish] = useState({ name: '', title: '' })
  const [done, setDone] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const create = useCommand('namespaces.create', namespaceRefusals, ({ name }) => {
    const says = `Namespace ${name} is there. It holds nothing yet: give it a quota next.`
    setDone(says)
    setWish({ name: '', title: '' })
    announce(says)
  })
  function type(part: Partial<typeof wish>) {
    setDone(null)
    setWish({ ...wish, ...part })
  }
  async function submit() {
    await create.carryOut({ tenant, name: wish.name.trim(), title: wish.title.trim() })
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const problems = create.no ? problemsOf(create.no) : {}
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit() }}>
      {done && <Strip tone="info">{done}</Strip>}
      <Refused no={create.no && Object.keys(problems).length === 0 ? create.no : null} />
      <Field
        label="Name" hint="Lower-case letters, digits and hyphens. It stays." name="name" autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={63}
        className="name w-full" placeholder="evaluation" value={wish.name} onType={(name) => type({ name })} problem={problems.name ?? null}
      />
      <Field label="Title" hint="What people read." name="title" autoComplete="off" maxLength={120} placeholder="Evaluation" value={wish.title} onType={(title) => type({ title })} problem={problems.title ?? null} />
      <div><Button look="primary" type="submit" isSaving={create.isSending} whyNot={whyNot}>Create namespace</Button></div>
    </form>
  )
}

type Problems = { name?: string; title?: string }
/** A refusal lands where it can be mended; what belongs to no field stays over the form. */
function problemsOf(no: No<RefusalOf<'namespaces.create'>>): Problems {
  if (no.reason === 'name_taken') return { name: `${no.says} ${no.fix}` }
  const about = (field: keyof Problems) => {
    const says = no.fields.find((problem) => problem.field === field)?.says
    return says === undefined ? {} : { [field]: `It must be something that ${says}.` }
  }
  return { ...about('name'), ...about('title') }
}
