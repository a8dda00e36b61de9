'use client'
import { useState } from 'react'
import { roleWord } from '~/components/shell/why-not'
import { withPasskey } from '~/components/sign-in/come-in'
import { useTurn } from '~/components/sign-in/use-turn'
import { Icon } from '~/components/ui/icon'
import { useReady } from '~/components/ui/ready'
import { Strip } from '~/components/ui/strip'
import type { Demo } from '~/server/demo/demo'

/** Everybody one can be in the demo. A press shows the passkey of theirs that everybody knows, as a device would: what follows is what follows for anybody. */
export function DemoPeople({ people, password, passkey, returnTo }: Demo & { returnTo: string }) {
  const ready = useReady()
  const turn = useTurn()
  const [busy, setBusy] = useState<string | null>(null)
  async function be(email: string) {
    if (turn.isSending) return
    setBusy(email)
    const isIn = await turn.run(async () => {
      const [{ demoCredentialId }, { showDemoPasskey }] = await Promise.all([import('~/server/demo/authenticator'), import('./demo-passkey')])
      return withPasskey(showDemoPasskey({ credentialId: await demoCredentialId(email), key: passkey }))
    })
    if (isIn) return window.location.assign(returnTo)
    setBusy(null)
  }
  return (
    <section aria-labelledby="demo" className="grid content-start gap-3">
      <div className="grid gap-1">
        <h2 id="demo" className="text-section">Demo people</h2>
        <p className="text-quiet">Press one to be them. All have the password <span className="name whitespace-nowrap">{password}</span>, one code generator, and a passkey that is in the repository.</p>
      </div>
      <div role="alert" className="empty:hidden">{turn.no && <Strip tone="danger"><strong className="font-medium text-danger">{turn.no.says}</strong> {turn.no.fix}</Strip>}</div>
      <ul className="grid overflow-hidden rounded-panel border border-line bg-panel">
        {people.map(({ name, email, role, place }) => (
          <li key={email} className="not-first:border-t not-first:border-line">
            <button
              type="button" disabled={!ready} onClick={() => void be(email)} aria-busy={busy === email || undefined}
              className="quiet-motion grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 text-left -outline-offset-2 hover:bg-hover md:grid-cols-[7.5rem_minmax(0,1fr)_auto]"
            >
              <span className="font-medium text-strong">{name}</span>
              <span className="row-start-2 text-dense text-quiet md:row-start-auto">{roleWord(role)}</span>
              <span className={`row-span-2 flex items-center gap-2 text-quiet md:row-span-1 ${place === null ? 'text-dense' : 'name'}`}>
                {busy === email && <Icon name="working" className="motion-safe:animate-spin" />}{place ?? 'platform'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
