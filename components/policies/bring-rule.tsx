'use client'
import { useId, useState } from 'react'
import { momentOf } from '~/components/members/wish'
import { announce } from '~/components/shell/announcer'
import type { QuestionOf, Told } from '~/components/shell/answer'
import { Refused } from '~/components/shell/refused'
import { useAskedOnPress } from '~/components/shell/use-asked-on-press'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Form, type Problem } from '~/components/ui/form'
import { Exact } from '~/components/ui/moment'
import { Properties, type Property } from '~/components/ui/properties'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { TextArea } from '~/components/ui/text-area'
import type { Rule } from '~/server/admission/rules/decide-rules'
import { many } from '~/server/shared/many'
import { bodyLongest } from './policy-editor'
import { hasExceptions, withRule } from './with-rule'

type Question = QuestionOf<'policies.importRule' | 'policies.importRuleOnPlatform'>
type Imported = Extract<Told<'policies.importRule'>, { ok: true }>['value']
type Wish = { document: string; until: string; because: string; mode: 'shadow' | 'enforced' }
const labels = { document: 'The document as JSON', until: 'The exceptions end', because: 'Why there are exceptions' }
const example = `{
  "rule": "many-gpus",
  "condition": "gpus > 8",
  "action": "require_approval",
  "message": "More than eight GPUs need a yes.",
  "exceptions": ["namespace:training"]
}`
const sayImported = (imported: Imported): string =>
  imported.ok ? `The rule ${imported.rule.id} can be put into the draft${imported.warnings.length > 0 ? `, with ${many(imported.warnings.length, 'thing')} worth a second look` : ''}.` : `${many(imported.problems.length, 'thing')} to be mended in the document.`

/** A rule as other tools write it, for the draft that is being typed: nothing holds before that is signed. `tenant` is null for the platform's; `held` is what the policy is now. */
export function BringRule({ tenant, draft, held, onDraft, whyNot }: { tenant: string | null; draft: string; held: string; onDraft: (text: string) => void; whyNot: Reason | null }) {
  const id = useId()
  const [wish, setWish] = useState<Wish>({ document: '', until: '', because: '', mode: 'shadow' })
  /** The draft before a rule was put into it, and with it. */
  const [lastPut, setPut] = useState<{ before: string; after: string; says: string } | null>(null)
  const asked = useAskedOnPress(tenant === null ? 'policies.importRuleOnPlatform' : 'policies.importRule', sayImported)
  const isExcepting = hasExceptions(wish.document)
  const type = (more: Partial<Wish>) => {
    asked.forget()
    setPut(null)
    setWish({ ...wish, ...more })
  }
  // Signed, or typed over with what is there now, it is in no draft any more.
  const put = draft === held ? null : lastPut
  const imported = asked.told?.ok ? asked.told.value : null
  const wrong = wrongIn(asked.told, isExcepting)
  const problemOf = (field: Problem['field']) => wrong.problems.find((problem) => problem.field === field)?.says ?? null
  const made = imported?.ok ? withRule(draft, imported.rule) : null
  return (
    <section aria-labelledby={id} aria-busy={asked.isAsking || undefined} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={id} className="text-section font-semibold text-strong">Bring a rule from another tool</h3>
      <Form
        problems={wrong.problems} dirty={wish.document !== '' && put === null}
        onSubmit={() => asked.press({ ...(tenant === null ? {} : { tenant }), document: wish.document, mode: wish.mode, until: isExcepting ? momentOf(wish.until) : null, because: isExcepting ? wish.because.trim() || null : null } as Question)}
      >
        <TextArea
          name="document" label={labels.document} rows={8} longest={bodyLongest} isCode value={wish.document} placeholder={example} problem={problemOf('document')} onType={(document) => type({ document })}
          hint={<>With <span className="name">rule</span>, <span className="name">condition</span>, <span className="name">action</span>, <span className="name">message</span> and <span className="name">exceptions</span>. Nothing of it holds before the draft is signed.</>}
        />
        {wrong.inDocument.length > 1 && <ul aria-label="What is wrong in the document" className="grid gap-1 text-dense">{wrong.inDocument.map(({ at, says }) => <li key={`${at} ${says}`}>{at === null ? whole : <span className="name">{at}</span>}: {says}</li>)}</ul>}
        {isExcepting && (
          <>
            <Field name="until" label={labels.until} type="date" className="w-fit" hint="With that day, in UTC. You answer for them by name." value={wish.until} problem={problemOf('until')} onType={(until) => type({ until })} />
            <TextArea name="because" label={labels.because} rows={2} longest={500} placeholder="The platform’s own work goes on" value={wish.because} problem={problemOf('because')} onType={(because) => type({ because })} />
          </>
        )}
        <RadioCards
          name="mode" label="How it begins" value={wish.mode} onChoose={(mode) => type({ mode: mode as Wish['mode'] })}
          options={[
            { value: 'shadow', says: 'As a shadow', about: 'It says in the trace of each decision what it would have done, and does nothing.' },
            { value: 'enforced', says: 'Enforced', about: 'It warns, denies or asks for a yes from the first decision on.' },
          ]}
        />
        <Refused no={asked.told?.ok === false && wrong.problems.length === 0 ? asked.told.no : null} />
        <div><Button type="submit" isSaving={asked.isAsking} whyNot={whyNot}>Read the document</Button></div>
      </Form>
      {imported?.ok && (
        <section aria-label="The rule" className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 text-dense">
          {imported.warnings.length > 0 && <ul aria-label="Worth a second look" className="grid list-disc gap-0.5 pl-5 text-notice">{imported.warnings.map((says) => <li key={says}>{says}</li>)}</ul>}
          {put === null && <div className="w-full max-w-140"><Properties items={propertiesOf(imported.rule)} /></div>}
          {put === null && made?.replaces && <p>The draft has a rule called <span className="name">{imported.rule.id}</span>: this one takes its place.</p>}
          {put === null && made === null && <p role="alert">The draft above cannot be read as a list of rules, so nothing is put into it. Mend it first: what was typed there stays.</p>}
          {put === null && made !== null && (
            <Button
              onClick={() => {
                const says = `The rule ${imported.rule.id} stands in the draft above${made.replaces ? ', in the place of the one that was called so' : ''}. It holds once the draft is signed.`
                setPut({ before: draft, after: made.text, says })
                onDraft(made.text)
                announce(says)
              }}
            >
              Put it into the draft
            </Button>
          )}
          {put !== null && (
            <Strip
              tone="info"
              action={draft === put.after && (
                <Button
                  size="dense" onClick={() => {
                    onDraft(put.before)
                    setPut(null)
                    announce('The draft is as it was before.')
                  }}
                >
                  Take it out again
                </Button>
              )}
            >
              {put.says}
            </Strip>
          )}
        </section>
      )}
    </section>
  )
}

const effects = { warn: 'Warns', deny: 'Denies', require_approval: 'Asks for a yes' } as const
const kinds = { tenant: 'the tenant', namespace: 'the namespace', class: 'the class' } as const
/** All of its exceptions have the end that was just given, and the same person answers for them. */
function propertiesOf({ id, expression, effect, mode, message, exceptions }: Rule): Property[] {
  const [first] = exceptions
  return [
    { says: 'Rule', value: <span className="name">{id}</span> }, { says: 'Where', value: <span className="name">{expression}</span> }, { says: 'Effect', value: `${effects[effect]}${mode === 'shadow' ? ', as a shadow: it only says so in the trace' : ''}` }, { says: 'Message', value: message },
    ...(first === undefined ? [] : [
      { says: 'But not for', value: <ul>{exceptions.map(({ kind, id: whose }) => <li key={`${kind} ${whose}`}>{kinds[kind]} <span className="name">{whose}</span></li>)}</ul> },
      { says: 'Until', value: <span><Exact at={first.until} />; {first.owner} answers for that</span> },
    ]),
  ]
}

const whole = 'The document'
type Wrong = { readonly problems: Problem[]; readonly inDocument: readonly { readonly at: string | null; readonly says: string }[] }
/** What is to be mended beside the document stands at its field; what is wrong in it, if it is more than one thing, place by place under it. */
function wrongIn(told: Told<'policies.importRule'> | null, isExcepting: boolean): Wrong {
  const all = told?.ok ? (told.value.ok ? [] : told.value.problems) : (told?.no.fields ?? []).map(({ field, says }) => ({ at: field, says: `It must be something that ${says}.` }))
  const isBeside = (at: string | null): at is 'until' | 'because' => isExcepting && (at === 'until' || at === 'because')
  const inDocument = all.filter(({ at }) => !isBeside(at)).map(({ at, says }) => ({ at: at === 'document' ? null : at, says }))
  const [only] = inDocument
  return {
    inDocument,
    problems: [
      ...(only ? [{ field: 'document', label: labels.document, says: inDocument.length === 1 ? `${only.at ?? whole}: ${only.says}` : `${inDocument.length} things in it are to be mended.` }] : []),
      ...all.flatMap(({ at, says }) => (isBeside(at) ? [{ field: at, label: labels[at], says }] : [])),
    ],
  }
}
