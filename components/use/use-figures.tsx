'use client'
import { StepsFigure } from '~/components/charts/steps-figure'
import type { UseRead } from '~/server/use/read-use'
import { prepareParts, prepareUse } from './prepare-use'
import { nameOf, titles } from './use-words'

/** What was charged and used, drawn where it is read: what comes to the browser are sums, and not what is drawn of them. */
export function UseFigures({ read, by, place }: { read: UseRead; by: keyof typeof titles; place: string }) {
  const names = new Map(read.parts.map(({ key, name }) => [key, name]))
  const file = (what: string) => `${what} of ${place}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
      <StepsFigure {...prepareUse(read, 'gpu')} file={file('gpus')} />
      <StepsFigure {...prepareParts(read, `GPUs by ${titles[by]}`, (key) => nameOf(by, key, names.get(key) ?? null))} file={file(`gpus by ${titles[by]}`)} />
      <StepsFigure {...prepareUse(read, 'cpu')} file={file('cpu')} />
      <StepsFigure {...prepareUse(read, 'memory')} file={file('memory')} />
    </div>
  )
}
