import { type RefObject, useEffect, useRef } from 'react'

/** What floats over a page is put away when the page changes under it. */
export function useCloseOnLeave(floating: RefObject<HTMLElement | null>, path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path && floating.current?.matches(':popover-open')) floating.current.hidePopover()
    shown.current = path
  }, [floating, path])
}
