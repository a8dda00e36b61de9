'use client'
import { buttonClass, type Look, offClass } from './button-class'
import { Icon } from './icon'
import { useReady } from './ready'
import type { Reason } from './reason'
import { WhyNot } from './why-not'

type Props = Look & {
  children: React.ReactNode; type?: 'button' | 'submit'; onClick?: () => void; isSaving?: boolean
  /** Given, the button cannot be used now, can be reached all the same, and says this. */
  whyNot?: Reason | null
  'aria-label'?: string
}
export function Button({ children, look, size, type = 'button', onClick, isSaving = false, whyNot = null, 'aria-label': label }: Props) {
  const ready = useReady()
  const name = label === undefined ? {} : { 'aria-label': label }
  const wish: Look = { ...(look ? { look } : {}), ...(size ? { size } : {}) }
  if (whyNot !== null) return <WhyNot reason={whyNot} className={offClass(wish)} {...name}>{children}</WhyNot>
  return (
    <button type={type} disabled={!ready} className={buttonClass(wish)} {...name} {...(onClick ? { onClick } : {})} aria-busy={isSaving || undefined}>
      {isSaving && <Icon name="working" className="motion-safe:animate-spin" />}
      {children}
    </button>
  )
}
