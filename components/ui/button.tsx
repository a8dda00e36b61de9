import { Icon } from './icon'
import { WhyNot } from './why-not'

const shape = 'quiet-motion inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap'
const sizes = { usual: 'min-h-8 px-3 text-body', dense: 'min-h-7 px-2 text-dense' }
const looks = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-line-control bg-panel text-strong hover:bg-hover',
  off: 'border-line bg-sunken text-quiet',
}
export type Look = { look?: 'primary' | 'plain'; size?: keyof typeof sizes }
export const buttonClass = ({ look = 'plain', size = 'usual' }: Look = {}) => `${shape} ${sizes[size]} ${looks[look]}`
export const offClass = ({ size = 'usual' }: Look = {}) => `${shape} ${sizes[size]} ${looks.off}`

type Props = Look & {
  children: React.ReactNode; type?: 'button' | 'submit'; onClick?: () => void; isSaving?: boolean
  /** Given, the button cannot be used now, can be reached all the same, and says this. */
  whyNot?: string | null
  'aria-label'?: string
}
export function Button({ children, look, size, type = 'button', onClick, isSaving = false, whyNot = null, 'aria-label': label }: Props) {
  const name = label === undefined ? {} : { 'aria-label': label }
  const wish: Look = { ...(look ? { look } : {}), ...(size ? { size } : {}) }
  if (whyNot !== null) return <WhyNot reason={whyNot} className={offClass(wish)} {...name}>{children}</WhyNot>
  return (
    <button type={type} className={buttonClass(wish)} {...name} {...(onClick ? { onClick } : {})} aria-busy={isSaving || undefined}>
      {isSaving && <Icon name="working" className="motion-safe:animate-spin" />}
      {children}
    </button>
  )
}
