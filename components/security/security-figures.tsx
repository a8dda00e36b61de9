'use client'
import { StepsFigure } from '~/components/charts/steps-figure'
import type { FiguresRead } from '~/server/security/security'
import { prepareFigure } from './prepare-figures'

/** What the security of the platform is watched by, drawn where it is read. */
export function SecurityFigures({ read }: { read: FiguresRead }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
      {read.figures.map((figure) => <StepsFigure key={figure.name} {...prepareFigure(read, figure)} file={figure.name.replaceAll('_', ' ')} />)}
    </div>
  )
}
