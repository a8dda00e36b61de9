'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { breakGlassRefusals } from '~/server/break-glass/break-glass.refusals'
import type { BreakGlassShown } from '~/server/break-glass/list-break-glass'
import { GlassClock } from './glass-clock'

/** In a tenant that it names: that somebody asks to act there alone, why and from when; until it opens it can be stopped here. */
export function GlassInTenant({ tenant, glass, now, whyNot }: { tenant: string; glass: BreakGlassShown; now: string; whyNot: Reason | null }) {
  const { breakGlass, names, person, reason, standing, opensAt, until } = glass
  const who = names[person] ?? 'Somebody on the platform'
  const stop = useCommand('breakGlass.stopInTenant', breakGlassRefusals, () => announce('It is stopped.'))
  return (
    <section aria-label="Break-glass" className="grid gap-2">
      <Strip tone="danger" action={standing === 'waits' && <Button size="dense" whyNot={whyNot} isSaving={stop.isSending} onClick={() => void stop.carryOut({ tenant, breakGlass })}>Stop it</Button>}>
        <strong className="font-medium">{who} {standing === 'open' ? 'can freeze and thaw this tenant alone now' : 'asks to be able to freeze and thaw this tenant alone'}.</strong> Reason: {reason}. <GlassClock standing={standing} opensAt={opensAt} until={until} now={now} />
      </Strip>
      <Refused no={stop.no} />
    </section>
  )
}
