'use client'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { DemoCodeProps } from '~/components/demo/demo-code'
import type { DemoPasskey } from '~/components/demo/demo-passkey'
import { digitsOf, isCode, notSixDigits } from '~/components/factors/code'
import { showPasskey } from '~/components/factors/device'
import { useAtOnce } from '~/components/ui/at-once'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Field } from '~/components/ui/field'
import { Link } from '~/components/ui/link'
import type { StepUp } from './command'
import { paths } from './paths'
import { ask } from './send'

type Way = 'passkey' | 'code'
/** What there is to confirm with; in the demo, the demo's own passkey and code generator, and nowhere else are they so much as fetched. */
type Ways = { has: readonly Way[]; passkey: DemoPasskey | null; DemoCode: ComponentType<DemoCodeProps> | null }

/** Shows exactly what is signed. A passkey or a code does that deed and nothing else; closing goes back to the form as it was. */
export function Signature({ stepUp }: { stepUp: StepUp }) {
  const { deed, consequence, only, isSending, cancel } = stepUp
  const ways = useWays()
  const [chosen, setChosen] = useState<Way | null>(null)
  const open = ways?.has.filter((each) => only === undefined || each === only) ?? []
  const way = chosen ?? open[0] ?? null
  return (
    <Dialog title={only ? 'Sign with your passkey' : 'Confirm with your second factor'} onClose={cancel} holds={isSending}>
      <div className="grid gap-4">
        <div className="grid gap-1 rounded-control border border-line bg-sunken px-3 py-2">
          <p className="font-medium text-strong">{deed}</p>
          <p className="text-dense text-quiet">{consequence}</p>
        </div>
        {ways === null
          ? <div className="h-8" />
          : way === null ? <NoWay stepUp={stepUp} />
          : way === 'passkey'
            ? <ByPasskey stepUp={stepUp} demo={ways.passkey} other={open.includes('code') ? () => setChosen('code') : null} />
            : <ByCode stepUp={stepUp} DemoCode={ways.DemoCode} other={open.includes('passkey') ? () => setChosen('passkey') : null} />}
      </div>
    </Dialog>
  )
}

function NoWay({ stepUp: { only, cancel } }: { stepUp: StepUp }) {
  return (
    <>
      {only
        ? <p role="alert">This is signed with a passkey, and you have none: a code signs nothing. <Link href={paths.addFactor()}>Add a passkey on your security page</Link>. It signs from its second day on.</p>
        : <p role="alert">You have no second factor to confirm this with. <Link href={paths.security()}>Add one on your security page</Link>, and come back.</p>}
      <div className="flex justify-end"><Button onClick={cancel}>Cancel</Button></div>
    </>
  )
}

const Told = ({ stepUp: { no } }: { stepUp: StepUp }) => <div role="alert" className="text-danger empty:hidden">{no && <><strong className="font-medium text-danger">{no.says}</strong> {no.fix}</>}</div>
const Other = ({ onClick, children }: { onClick: (() => void) | null; children: string }) => (onClick ? <span className="mr-auto"><Button onClick={onClick}>{children}</Button></span> : null)

/** One press. The focus is there already. */
function ByPasskey({ stepUp, demo, other }: { stepUp: StepUp; demo: DemoPasskey | null; other: (() => void) | null }) {
  const { only, isSending, confirm, cancel } = stepUp
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.querySelector<HTMLButtonElement>('[data-first] button')?.focus(), [])
  useAtOnce(() => { if (only && demo === null) void confirm({ passkey: showPasskey }) })
  return (
    <div ref={own} className="grid gap-4">
      <p>{demo === null ? 'Your passkey signs this, and nothing else.' : `In the demo, ${demo.first} confirms with the passkey that everybody knows.`}</p>
      <Told stepUp={stepUp} />
      <div className="flex flex-wrap justify-end gap-3">
        <Other onClick={other}>Use a code instead</Other>
        <Button onClick={cancel}>Cancel</Button>
        <span data-first>
          {demo === null
            ? <Button look="primary" isSaving={isSending} onClick={() => void confirm({ passkey: showPasskey })}>Confirm with a passkey</Button>
            : <Button look="primary" isSaving={isSending} onClick={() => void confirm({ passkey: demo.show })}>{`Confirm as ${demo.first}`}</Button>}
        </span>
      </div>
    </div>
  )
}

function ByCode({ stepUp, DemoCode, other }: { stepUp: StepUp; DemoCode: Ways['DemoCode']; other: (() => void) | null }) {
  const { no, isSending, confirm, cancel } = stepUp
  const [malformed, setMalformed] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  function fill(code: string) {
    if (!input.current) return
    input.current.value = code
    input.current.focus()
  }
  async function submit(form: FormData) {
    const code = digitsOf(String(form.get('code')))
    setMalformed(!isCode(code))
    if (isCode(code)) {
      setSent(code)
      await confirm({ code })
    }
    input.current?.select()
    input.current?.focus()
  }
  const problem = malformed ? notSixDigits : no && `${no.says} ${no.fix}`
  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit(new FormData(event.currentTarget)) }}>
      <div aria-live="polite">
        <Field
          ref={input} label="Code" name="code" hint="Six digits from your code generator. A code works once." className="name w-32 tracking-normal" maxLength={12}
          inputMode="numeric" autoComplete="one-time-code" spellCheck={false} problem={problem}
        />
      </div>
      {DemoCode && <DemoCode sent={sent} onUse={fill} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Other onClick={other}>Use a passkey instead</Other>
        <Button onClick={cancel}>Cancel</Button>
        <Button look="primary" type="submit" isSaving={isSending}>Confirm</Button>
      </div>
    </form>
  )
}

/** Asked when there is something to sign. Where it cannot be found out, both ways are open: the engine knows. */
function useWays(): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    const demo = document.documentElement.dataset.demo === 'on'
    const parts = Promise.all([
      ask('factors.list', {}, asked.signal),
      demo ? import('~/components/demo/demo-passkey').then(({ demoPasskey }) => demoPasskey(asked.signal)).catch(() => null) : null,
      demo ? import('~/components/demo/demo-code').then(({ DemoCode }) => DemoCode, () => null) : null,
    ])
    parts.then(([told, passkey, DemoCode]) => {
      if (asked.signal.aborted) return
      const kinds = told.ok ? told.value.factors.map(({ kind }) => kind) : ['passkey', 'code']
      setWays({ has: (['passkey', 'code'] as const).filter((kind) => kinds.includes(kind)), passkey, DemoCode })
    }, () => undefined)
    return () => asked.abort()
  }, [])
  return ways
}
