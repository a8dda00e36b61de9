import { Icon } from './icon'

const looks = { notice: 'bg-notice-tint text-notice', danger: 'bg-danger-tint text-danger', info: 'bg-info-tint text-info' } as const

/** One line over a page or a form: what holds for all of it. */
export function Strip({ tone, role, children }: { tone: keyof typeof looks; role?: 'alert' | 'status'; children: React.ReactNode }) {
  const icons = { notice: 'half', danger: 'cross', info: 'working' } as const
  return (
    <div {...(role ? { role } : {})} className={`flex gap-2 rounded-control border border-transparent px-3 py-2 text-body ${looks[tone]}`}>
      <Icon name={icons[tone]} className="mt-0.5" />
      <div className="max-w-[80ch]">{children}</div>
    </div>
  )
}
