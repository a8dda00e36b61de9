'use client'
import { Button } from './button'
import { Dialog } from './dialog'

export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p>What you typed here was not sent, and is lost when you leave.</p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={onStay}>Stay</Button>
        <Button look="primary" onClick={onLeave}>Leave</Button>
      </div>
    </Dialog>
  )
}
