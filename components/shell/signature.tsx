'use client'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { DemoCodeProps } from '~/components/demo/demo-code'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Field } from '~/components/ui/field'
import type { StepUp } from './command'

/** Shows exactly what is signed. A code does that deed and nothing else; closing goes back to the form as it was. */
export function Signature({ stepUp: { deed, consequence, no, isSending, confirm, cancel } }: { stepUp: StepUp }) {
  const [malformed, setMalformed] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const DemoCode = useDemoCode()
  function fill(code: string) {
    if (!input.current) return
    input.current.value = code
    input.current.focus()
  }
  async function submit(form: FormData) {
    const code = String(form.get('code')).replace(/\s/g, '')
    setMalformed(!/^\d{6}$/.test(code))
    if (/^\d{6}$/.test(code)) {
      setSent(code)
      await confirm(code)
    }
    input.current?.select()
    input.current?.focus()
  }
  const problem = malformed ? 'A code is six digits.' : no && `${no.says} ${no.fix}`
  return (
    <Dialog title="Confirm with your second factor" onClose={cancel} holds={isSending}>
      <form method="dialog" noValidate className="grid gap-4" onSubmit={(event) => { event.preventDefault(); void submit(new FormData(event.currentTarget)) }}>
        <div className="grid gap-1 rounded-control border border-line bg-sunken px-3 py-2">
          <p className="font-medium text-strong">{deed}</p>
          <p className="text-dense text-quiet">{consequence}</p>
        </div>
        <div aria-live="polite">
          <Field
            ref={input} label="Code" name="code" hint="Six digits from your code generator. A code works once." className="name w-32 tracking-normal" maxLength={12}
            inputMode="numeric" autoComplete="one-time-code" spellCheck={false} problem={problem}
          />
        </div>
        {DemoCode && <DemoCode sent={sent} onUse={fill} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" isSaving={isSending}>Confirm</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The demo's own code generator, in the demo; nowhere else is it so much as fetched. */
function useDemoCode(): ComponentType<DemoCodeProps> | null {
  const [Part, setPart] = useState<ComponentType<DemoCodeProps> | null>(null)
  useEffect(() => {
    if (document.documentElement.dataset.demo !== 'on') return
    import('~/components/demo/demo-code').then(({ DemoCode }) => setPart(() => DemoCode), () => undefined)
  }, [])
  return Part
}
