import { Icon } from '~/components/ui/icon'
import { Meter } from '~/components/ui/meter'
import { resourceWord } from './amounts'
import type { LevelShown, ResourceShown } from './prepare-levels'

/** What each level would hold, before and after; above one's own scope only whether it fits. The devices at once, the rest behind a press. */
export function LevelBars({ resources: [first, ...rest] }: { resources: readonly ResourceShown[] }) {
  if (!first) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Levels of={first} />
      {rest.length > 0 && (
        <details>
          <summary className="quiet-motion -ml-2 inline-flex min-h-6 list-none items-center rounded-control px-2 text-dense text-accent hover:bg-hover">Other quotas: {rest.map(({ resource }) => resourceWord(resource)).join(', ')}{rest.every(({ levels }) => levels.every(({ fits }) => fits)) ? ', all fit' : ', not all fit'}</summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">{rest.map((one) => <Levels key={one.resource} of={one} />)}</div>
        </details>
      )}
    </div>
  )
}

const Levels = ({ of: { resource, levels } }: { of: ResourceShown }) => (
  <ul aria-label={`Quota of ${resourceWord(resource)}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {levels.map((level) => <li key={level.level}><Level resource={resourceWord(resource)} level={level} /></li>)}
  </ul>
)

function Level({ resource, level: { level, fits, figures } }: { resource: string; level: LevelShown }) {
  return (
    <div className="grid gap-1 text-dense">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-strong">{level}</span>
        <span className="tabular-nums">
          {figures && <>{resource} {figures.says}<span className="text-quiet"> · </span></>}
          {fits ? <Icon name="check" className="mr-1 inline size-3.5 align-[-0.15em] text-ok-mark" /> : <Icon name="cross" className="mr-1 inline size-3.5 align-[-0.15em] text-danger-mark" />}{fits ? 'fits' : 'does not fit'}
        </span>
      </p>
      {figures && <Meter taken={figures.taken} promised={figures.added} tone={figures.tone} />}
    </div>
  )
}
