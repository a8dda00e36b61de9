'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page's script has come to life. Until then a control that needs it is not offered: a press would be lost, and what was typed undone. */
export const useReady = (): boolean => useSyncExternalStore(never, () => true, () => false)
