'use client'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { TextArea } from '~/components/ui/text-area'
import type { No } from './answer'
import { FormDialog } from './form-dialog'

/** What is said in words of one's own, and who reads it. `templates` begin it with a press, to be written on. */
export type Saying = { title: string; says?: string; label: string; name: string; hint?: string; empty: string; deed: string; templates?: readonly string[] }
/** What was typed so far is whose dialog it is: put away by mistake and opened again, it holds what it held. */
type Props = { saying: Saying; text: string; onType: (text: string) => void; command: { no: No<string> | null; isSending: boolean }; onClose: () => void; send: (text: string) => void }

const longest = 500
/** Nothing is said without words, and none that would be refused for their length are sent: it is told at the words. */
export function SayDialog({ saying: { title, says, label, name, hint, empty, deed, templates = [] }, text, onType, command, onClose, send }: Props) {
  const [tried, setTried] = useState(false)
  const said = text.trim()
  const problem = !tried ? null : said === '' ? empty : said.length > longest ? `It is longer than ${longest} characters.` : null
  function submit() {
    setTried(true)
    if (said !== '' && said.length <= longest) send(said)
  }
  // One that was pressed by mistake gives way to another; words of one's own do not.
  const beginWith = (template: string) => onType(said === '' || templates.includes(said) ? template : `${template} ${said}`)
  return (
    <FormDialog title={title} deed={deed} command={command} problems={problem === null ? [] : [{ field: name, label, says: problem }]} dirty={said !== ''} onSubmit={submit} onClose={onClose}>
      {says !== undefined && <p>{says}</p>}
      {templates.length > 0 && (
        <ul aria-label="Begin with" className="flex flex-wrap gap-2">{templates.map((template) => <li key={template}><Button size="dense" onClick={() => beginWith(template)}>{template}</Button></li>)}</ul>
      )}
      <TextArea label={label} name={name} longest={longest} value={text} onType={onType} problem={problem} {...(hint === undefined ? {} : { hint })} />
    </FormDialog>
  )
}
