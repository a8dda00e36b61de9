/** How a button looks, for links that are one, too. */
const shape = 'quiet-motion inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap'
const sizes = { usual: 'min-h-8 px-3 py-0.5 text-body max-md:whitespace-normal', dense: 'min-h-7 px-2 text-dense' }
const looks = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-line-control bg-panel text-strong hover:bg-hover',
  off: 'border-line bg-sunken text-quiet',
}
export type Look = { look?: 'primary' | 'plain'; size?: keyof typeof sizes }
export const buttonClass = ({ look = 'plain', size = 'usual' }: Look = {}) => `${shape} ${sizes[size]} ${looks[look]}`
export const offClass = ({ size = 'usual' }: Look = {}) => `${shape} ${sizes[size]} ${looks.off}`
