'use client'
/** Drawn on 16 × 16, in the colour of the text beside them, and never alone: a word says the same. */
const paths = {
  check: <path fillRule="evenodd" d="M8 15A7 7 0 1 0 8 1a7 7 0 0 0 0 14Zm3.6-8.9-4.2 4.6a.8.8 0 0 1-1.15.03L4.3 8.8l1.1-1.1 1.4 1.36 3.67-4Z" />,
  cross: <path fillRule="evenodd" d="M8 15A7 7 0 1 0 8 1a7 7 0 0 0 0 14ZM5.7 4.6 8 6.9l2.3-2.3 1.1 1.1L9.1 8l2.3 2.3-1.1 1.1L8 9.1l-2.3 2.3-1.1-1.1L6.9 8 4.6 5.7Z" />,
  info: <path fillRule="evenodd" d="M8 15A7 7 0 1 0 8 1a7 7 0 0 0 0 14ZM7.2 4.1h1.6v1.6H7.2Zm0 2.7h1.6v5H7.2Z" />,
  half: <path fillRule="evenodd" d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5a5.5 5.5 0 1 0 5.5 5.5H8Z" />,
  working: <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="3.2 2.5" />,
  dash: <path d="M3.5 7.2h9v1.6h-9z" />,
  unknown: <path d="M7.2 9.6c0-1.6.6-2.1 1.4-2.7.6-.5 1-.8 1-1.5 0-.8-.7-1.3-1.6-1.3s-1.6.5-1.9 1.5l-1.5-.5C5.1 3.5 6.3 2.6 8.05 2.6c1.85 0 3.25 1 3.25 2.7 0 1.4-.8 2-1.5 2.6-.7.5-1 .8-1 1.7Zm-.1 3.6v-1.9H9v1.9Z" />,
  down: <path d="m4.6 6 3.4 3.4L11.4 6l1.1 1.1L8 11.6 3.5 7.1Z" />,
  rising: <path d="M8 3.2 12.3 7.5l-1.1 1.1-2.45-2.46V13h-1.5V6.14L4.8 8.6 3.7 7.5Z" />,
  falling: <path d="M8 12.8 3.7 8.5l1.1-1.1 2.45 2.46V3h1.5v6.86L11.2 7.4l1.1 1.1Z" />,
  more: <path d="M3.5 6.75a1.25 1.25 0 1 1 0 2.5 1.25 1.25 0 0 1 0-2.5Zm4.5 0a1.25 1.25 0 1 1 0 2.5 1.25 1.25 0 0 1 0-2.5Zm4.5 0a1.25 1.25 0 1 1 0 2.5 1.25 1.25 0 0 1 0-2.5Z" />,
  offline: <path d="m2.6 1.6 11.8 11.8-1 1-2.6-2.6H5a3.4 3.4 0 0 1-1-6.65L1.6 2.6ZM5.2 6.2 5.1 6.5a2 2 0 0 0-.1 3.9h4.4Zm1-2.1A4 4 0 0 1 11.9 6.6a2.65 2.65 0 0 1 1.9 4.3l-1-1A1.25 1.25 0 0 0 11.4 8h-.9v-.7a2.5 2.5 0 0 0-3.2-2.1Z" />,
  copy: <path fillRule="evenodd" d="M5.5 1.5h7c.8 0 1.5.7 1.5 1.5v7c0 .8-.7 1.5-1.5 1.5H11v1c0 .8-.7 1.5-1.5 1.5h-6C2.7 14 2 13.3 2 12.5v-6C2 5.7 2.7 5 3.5 5H4V3c0-.8.7-1.5 1.5-1.5ZM5.5 5h4C10.3 5 11 5.7 11 6.5V10h1.5V3h-7Zm-2 1.5v6h6v-6Z" />,
  menu: <path d="M2 3.5h12V5H2Zm0 3.75h12v1.5H2ZM2 11h12v1.5H2Z" />,
  close: <path d="M4.2 3.1 8 6.9l3.8-3.8 1.1 1.1L9.1 8l3.8 3.8-1.1 1.1L8 9.1l-3.8 3.8-1.1-1.1L6.9 8 3.1 4.2Z" />,
  search: <path fillRule="evenodd" d="M7 1.5a5.5 5.5 0 0 1 4.4 8.8l3.2 3.2-1.1 1.1-3.2-3.2A5.5 5.5 0 1 1 7 1.5ZM7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" />,
  bell: <path fillRule="evenodd" d="M8 1.2c.6 0 1 .4 1 1v.4a4.2 4.2 0 0 1 3.2 4.1v2.5l1.3 1.9v1.2h-11v-1.2l1.3-1.9V6.7A4.2 4.2 0 0 1 7 2.6v-.4c0-.6.4-1 1-1Zm0 2.8a2.7 2.7 0 0 0-2.7 2.7v3l-.8 1.1h7l-.8-1.1v-3A2.7 2.7 0 0 0 8 4Zm1.8 9.2a1.9 1.9 0 0 1-3.6 0Z" />,
  lock: <path fillRule="evenodd" d="M4.8 7V5.2a3.2 3.2 0 0 1 6.4 0V7h.8c.6 0 1 .4 1 1v5c0 .6-.4 1-1 1H4c-.6 0-1-.4-1-1V8c0-.6.4-1 1-1Zm1.5 0h3.4V5.2a1.7 1.7 0 0 0-3.4 0Z" />,
} as const
export type IconName = keyof typeof paths

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true" className={`shrink-0 ${className}`}>{paths[name]}</svg>
}
