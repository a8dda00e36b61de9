'use client'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Strip } from '~/components/ui/strip'
import { type ProviderProblem, providerProblems } from '~/server/providers/provider.refusals'
import { beginSignIn } from './begin-sign-in'

/** One button for each provider; above them what went wrong the last time, if the address says so in a word that we know. */
export function ProviderButtons({ providers, returnTo, problem }: { providers: readonly { id: string; title: string }[]; returnTo: string; problem: ProviderProblem | null }) {
  const [going, setGoing] = useState<string | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  // Whoever comes back by the browser's own button finds the page as it was left: on its way.
  useEffect(() => {
    const isBack = () => setGoing(null)
    window.addEventListener('pageshow', isBack)
    return () => window.removeEventListener('pageshow', isBack)
  }, [])
  async function go(id: string) {
    if (going !== null) return
    setGoing(id)
    setUnreachable(false)
    const address = await beginSignIn(id, returnTo)
    if (address !== null) return window.location.assign(address)
    setGoing(null)
    setUnreachable(true)
  }
  const wrong = isUnreachable ? unreachable : problem === null ? null : providerProblems[problem]
  return (
    <div className="grid gap-3">
      <div role="alert" className="empty:hidden">{wrong && <Strip tone="danger">{wrong.says} {wrong.fix}</Strip>}</div>
      {providers.map(({ id, title }) => <Button key={id} onClick={() => void go(id)} isSaving={going === id}><span className="whitespace-normal">Continue with {title}</span></Button>)}
    </div>
  )
}
const unreachable = { says: 'Bailiwick could not be reached.', fix: 'Try again in a moment.' }
