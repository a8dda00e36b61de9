'use client'
import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Icon } from './icon'

const manager = Toast.createToastManager()
// The manager drops what comes before its provider listens: the first toast is what fetched this.
let isUp = false
const waiting: string[] = []
const add = (says: string) => void manager.add({ title: says })
export const addToast = (says: string): void => { if (isUp) add(says); else waiting.push(says) }

/** Said politely, there for a while, longer under the pointer or the focus; F6 leads to them. */
export function ToastsShown() {
  useEffect(() => {
    isUp = true
    for (const says of waiting.splice(0)) add(says)
    return () => { isUp = false }
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={3} timeout={6000}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 left-4 z-(--z-toast) grid justify-items-end gap-2 rounded-panel md:left-auto"><List /></Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={[]} className="max-w-80 rounded-panel border border-line bg-panel shadow-float data-limited:hidden">
      <Toast.Content className="flex items-center gap-3 py-1 pr-1 pl-3 text-body text-strong">
        <Icon name="check" className="text-ok-mark" />
        <Toast.Title />
        <Toast.Close aria-label="Dismiss" className="quiet-motion inline-flex size-7 items-center justify-center rounded-control text-quiet hover:bg-hover hover:text-strong"><Icon name="close" /></Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
