'use client'
import { buttonClass } from './button-class'
import { Dialog } from './dialog'
import { Link } from './link'
import { Properties } from './properties'
import type { Missing } from './reason'

/** What is missing, who has it, and how to ask. */
export function WhyNotOpened({ missing: { permission, who, ask, href }, onClose }: { missing: Missing; onClose: () => void }) {
  return (
    <Dialog title="Why can’t I?" onClose={onClose}>
      <div className="grid gap-4">
        <Properties
          items={[
            { says: 'Permission', value: <span className="name">{permission}</span>, copy: permission },
            { says: 'Who has it', value: who },
            { says: 'How to get it', value: ask ?? 'Ask for a role that has it.' },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link href={href}>All permissions</Link>
          <button type="button" className={buttonClass()} onClick={onClose}>Close</button>
        </div>
      </div>
    </Dialog>
  )
}
