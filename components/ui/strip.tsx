import { Icon } from './icon'

const looks = {
  notice: { icon: 'half', ground: 'bg-notice-tint text-notice' }, danger: { icon: 'cross', ground: 'bg-danger-tint text-danger' }, info: { icon: 'info', ground: 'bg-info-tint text-info' },
  ok: { icon: 'check', ground: 'bg-ok-tint text-ok' },
  offline: { icon: 'offline', ground: 'bg-notice-tint text-notice' },
} as const

/** One line over a page or a form: what holds for all of it, or what is missing from it. `edge` runs from side to side, under the bar; `action` is what can be done about it. */
export function Strip({ tone, role, edge = false, action, children }: { tone: keyof typeof looks; role?: 'alert' | 'status'; edge?: boolean; action?: React.ReactNode; children: React.ReactNode }) {
  const { icon, ground } = looks[tone]
  return (
    <div {...(role ? { role } : {})} className={`flex flex-wrap items-center gap-x-4 gap-y-1 border border-transparent px-3 py-2 text-body ${edge ? 'justify-center border-b-line' : 'rounded-control'} ${ground}`}>
      {/* Beside the first line of its words, however high what can be done about it is. */}
      <div className="flex min-w-0 gap-2"><Icon name={icon} className="mt-0.5 shrink-0" /><div className="max-w-[80ch] min-w-0">{children}</div></div>
      {action}
    </div>
  )
}
