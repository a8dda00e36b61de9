'use client'
import { useState } from 'react'
import { type SignInAnswer, signIn } from '~/components/identity/sign'
import { roleWord } from '~/components/shell/why-not'
import { Icon } from '~/components/ui/icon'
import { useReady } from '~/components/ui/ready'
import { Strip } from '~/components/ui/strip'
import type { DemoPerson } from '~/server/demo/demo'

const says: Record<Exclude<SignInAnswer, 'signed_in'>, string> = {
  not_accepted: 'This person’s password is not the demo’s any more.',
  unreachable: 'Bailiwick could not be reached. Try again in a moment.',
}

/** Everybody one can be in the demo. A press writes their two words and sends them as the form does. */
export function DemoPeople({ people, password, returnTo }: { people: readonly DemoPerson[]; password: string; returnTo: string }) {
  const ready = useReady()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function be(email: string) {
    if (busy !== null) return
    setBusy(email)
    setProblem(null)
    const answer = await signIn(email, password)
    if (answer === 'signed_in') return window.location.assign(returnTo)
    setBusy(null)
    setProblem(says[answer])
  }
  return (
    <section aria-labelledby="demo" className="grid content-start gap-3">
      <div className="grid gap-1">
        <h2 id="demo" className="text-section">Demo people</h2>
        <p className="text-quiet">Press one to be them. All have the password <span className="name whitespace-nowrap">{password}</span>.</p>
      </div>
      <div role="alert" className="empty:hidden">{problem && <Strip tone="danger">{problem}</Strip>}</div>
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
