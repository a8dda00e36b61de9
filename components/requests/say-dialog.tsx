'use client'
import { useState } from 'react'
import type { No } from '~/components/shell/answer'
import { FormDialog } from '~/components/shell/form-dialog'
import { Button } from '~/components/ui/button'
import { TextArea } from '~/components/ui/text-area'

/** What is said in words of one's own, and who reads it. `templates` begin it with a press, to be written on. */
export type Saying = { title: string; says: string; label: string; name: string; empty: string; deed: string; templates?: readonly string[] }
type Props = { saying: Saying; command: { no: No<string> | null; isSending: boolean }; onClose: () => void; send: (text: string) => void }

const longest = 500
/** Nothing is said without words: they are kept, and shown to whoever asked. */
export function SayDialog({ saying: { title, says, label, name, empty, deed, templates = [] }, command, onClose, send }: Props) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const problem = !tried ? null : !text.trim() ? empty : text.trim().length > longest ? `It is longer than ${longest} characters.` : null
  function submit() {
    setTried(true)
    if (text.trim() && text.trim().length <= longest) send(text.trim())
  }
  return (
    <FormDialog title={title} deed={deed} command={command} problems={problem === null ? [] : [{ field: name, label, says: problem }]} onSubmit={submit} onClose={onClose}>
      <p>{says}</p>
      {templates.length > 0 && (
        <ul aria-label="Begin with" className="flex flex-wrap gap-2">{templates.map((template) => <li key={template}><Button size="dense" onClick={() => setText(template)}>{template}</Button></li>)}</ul>
      )}
      <TextArea label={label} name={name} longest={longest} value={text} onType={setText} problem={problem} />
    </FormDialog>
  )
}
