import { AsOf } from './as-of'
import type { Reading } from './live-state'

/** The noun, the answer in one line, and when it was read. At most one thing to do. */
export function PageHead({ title, children, action, read, beside }: { title: string; children?: React.ReactNode; action?: React.ReactNode; read?: Reading; /** What else there is to say of when. */ beside?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
        <h1 className="text-title wrap-anywhere">{title}</h1>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          {children && <div className="max-w-[80ch] min-w-0">{children}</div>}
          {read && <AsOf {...read} />}
          {beside}
        </div>
      </div>
      {action && <div className="flex flex-wrap items-center gap-2 lg:shrink-0">{action}</div>}
    </div>
  )
}
