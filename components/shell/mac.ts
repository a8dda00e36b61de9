'use client'
import { useSyncExternalStore } from 'react'

export const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)
const never = () => () => undefined
/** What the palette's key is called here. The server cannot know, and says the more common one. */
export const useSearchKey = (): string => useSyncExternalStore(never, () => (isMac() ? '⌘K' : 'Ctrl K'), () => 'Ctrl K')
