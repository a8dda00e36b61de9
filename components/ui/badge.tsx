import { Icon, type IconName } from './icon'

/** What a state means for whoever sees it. The icon and the word say it; the colour only repeats it. */
export type Tone = 'ok' | 'notice' | 'danger' | 'info' | 'neutral' | 'unknown'
const looks: Record<Tone, { icon: IconName; ground: string; mark: string }> = {
  ok: { icon: 'check', ground: 'bg-ok-tint text-ok', mark: 'text-ok-mark' },
  notice: { icon: 'half', ground: 'bg-notice-tint text-notice', mark: 'text-notice-mark' },
  danger: { icon: 'cross', ground: 'bg-danger-tint text-danger', mark: 'text-danger-mark' },
  info: { icon: 'working', ground: 'bg-info-tint text-info', mark: 'text-info-mark' },
  neutral: { icon: 'dash', ground: 'bg-sunken text-plain', mark: 'text-quiet' },
  unknown: { icon: 'unknown', ground: 'bg-sunken text-quiet', mark: 'text-quiet' },
}

export function Badge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  const { icon, ground, mark } = looks[tone]
  return (
    <span className={`inline-flex max-w-full items-start align-middle gap-1 rounded-badge border border-transparent px-1.5 py-px text-small ${ground}`}>
      <Icon name={icon} className={`size-3.5 my-px ${mark}`} />
      <span>{children}</span>
    </span>
  )
}
