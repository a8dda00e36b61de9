'use client'
import { useLinkStatus } from 'next/link'

/** Within a link, while what it leads to has not come: the line under the bar shows that it was pressed (shell.tsx). */
export const Opening = () => (useLinkStatus().pending ? <span hidden data-opening="" /> : null)
