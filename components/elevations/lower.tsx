'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import type { OverThePage } from '~/components/shell/overlays'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { useAtOnce } from '~/components/ui/at-once'
import { elevationRefusals } from '~/server/elevations/elevation.refusals'

/** Done at once: to be able to do less needs no second thought. Only if it could not be done is there something to see. */
export function Lower({ onClose }: OverThePage) {
  const end = useCommand('elevations.end', elevationRefusals, () => {
    announce('You read only again.')
    onClose()
  })
  useAtOnce(() => void end.carryOut({}))
  if (!end.no) return null
  return (
    <Dialog title="End elevation" onClose={onClose}>
      <div className="grid gap-4">
        <Refused no={end.no} />
        <div className="flex justify-end"><Button onClick={onClose}>Close</Button></div>
      </div>
    </Dialog>
  )
}
