'use client'
import { useEffect, useRef, useState } from 'react'
import { browserOf } from '~/components/sessions/browser-of'
import type { Sentence } from '~/components/shell/answer'
import { Button } from '~/components/ui/button'
import { CopyButton } from '~/components/ui/copy-button'
import { Field } from '~/components/ui/field'
import { RadioCards } from '~/components/ui/radio-cards'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { digitsOf, inFours, isCode, notSixDigits } from './code'
import { type Answers, makePasskey } from './device'
import { QrCode } from './qr-code'

type Asked<T> = { ok: true; value: T } | { ok: false; no: Sentence }
export type Kind = 'passkey' | 'code'
/** How a factor is added where one is: before anybody is in, or by somebody who confirms it with another. */
type Adding = {
  beginPasskey: () => Promise<Asked<{ options: unknown }>>
  addPasskey: (label: string, attestation: Answers['make']) => Promise<void>
  beginCode: () => Promise<Asked<{ secret: string; uri: string }>>
  addCode: (label: string, code: string) => Promise<void>
  isSending: boolean
  no: Sentence | null
}

const kinds = [
  { value: 'passkey', says: 'Passkey', about: 'This device, your phone or a security key, opened with a finger, a face or a PIN. Nothing to type, and nothing that another site could ask you for.' },
  { value: 'code', says: 'Code generator', about: 'An app that shows six digits, and others every half minute.' },
]
const usualName = (kind: Kind): string => (kind === 'passkey' ? browserOf(navigator.userAgent) : 'Code generator')

/** A second factor is chosen, named, and shown once to prove that one has it. */
export function NewFactor({ by, whyNot = null }: { by: Adding; whyNot?: Reason | null }) {
  const [kind, setKind] = useState<Kind>('passkey')
  const [name, setName] = useState('')
  const [generator, setGenerator] = useState<{ secret: string; uri: string } | null>(null)
  const [isBeginning, setBeginning] = useState(false)
  const [no, setNo] = useState<Sentence | null>(null)
  const label = () => name.trim() || usualName(kind)
  async function begin() {
    if (isBeginning || by.isSending) return
    setBeginning(true)
    setNo(null)
    const refused = kind === 'passkey' ? await addPasskey() : await beginCode()
    setBeginning(false)
    setNo(refused)
  }
  async function addPasskey(): Promise<Sentence | null> {
    const asked = await by.beginPasskey()
    if (!asked.ok) return asked.no
    const made = await makePasskey(asked.value.options)
    if (!made.ok) return made.no
    await by.addPasskey(label(), made.value)
    return null
  }
  async function beginCode(): Promise<Sentence | null> {
    const asked = await by.beginCode()
    if (!asked.ok) return asked.no
    setGenerator(asked.value)
    return null
  }
  if (generator) return <Generator {...generator} by={by} onBack={() => setGenerator(null)} add={(code) => by.addCode(label(), code)} />
  const told = no ?? by.no
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void begin() }}>
      <div role="alert" className="empty:hidden">{told && <Strip tone="danger"><strong className="font-medium text-danger">{told.says}</strong> {told.fix}</Strip>}</div>
      <RadioCards label="What to add" name="kind" value={kind} options={kinds} onChoose={(value) => setKind(value === 'code' ? 'code' : 'passkey')} />
      <Field label="Name" name="label" optional hint="What you will know it by. Left empty, it gets a name that says what it is." value={name} onType={setName} autoComplete="off" maxLength={60} placeholder={kind === 'passkey' ? 'Blue security key' : 'Phone'} />
      <div><Button look="primary" type="submit" whyNot={whyNot} isSaving={isBeginning || by.isSending}>{kind === 'passkey' ? 'Make passkey' : 'Set up code generator'}</Button></div>
    </form>
  )
}

/** The secret twice, for a camera and for whoever has none at hand; then a code, which shows that it arrived. */
function Generator({ secret, uri, by, add, onBack }: { secret: string; uri: string; by: Adding; add: (code: string) => Promise<void>; onBack: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [malformed, setMalformed] = useState(false)
  useEffect(() => input.current?.focus(), [])
  async function submit(form: FormData) {
    const code = digitsOf(String(form.get('code')))
    setMalformed(!isCode(code))
    if (isCode(code)) await add(code)
    input.current?.select()
    input.current?.focus()
  }
  const problem = malformed ? notSixDigits : by.no && `${by.no.says} ${by.no.fix}`
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit(new FormData(event.currentTarget)) }}>
      <p>Scan this with your code generator, or type the secret into it. Then type the code that it shows.</p>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={uri} label="QR code with the secret that stands beside it" />
        <div className="grid min-w-0 flex-1 basis-40 gap-1">
          <p className="font-medium text-strong">Secret</p>
          <p className="name text-strong wrap-anywhere">{inFours(secret)}</p>
          <p className="text-dense text-quiet">Copy it <CopyButton value={secret} of="the secret" /></p>
        </div>
      </div>
      <div aria-live="polite">
        <Field ref={input} label="Code" name="code" hint="Six digits that it shows now." className="name w-32 tracking-normal" maxLength={12} inputMode="numeric" autoComplete="one-time-code" spellCheck={false} problem={problem} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" type="submit" isSaving={by.isSending}>Add code generator</Button>
        <Button onClick={onBack}>Choose something else</Button>
      </div>
    </form>
  )
}
