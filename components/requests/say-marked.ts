import { many } from '~/server/shared/many'

/** "7 marked · 12 GPUs". */
export const sayMarked = (marked: readonly { readonly devices: string }[]): string => `${marked.length} marked · ${many(marked.reduce((sum, { devices }) => sum + BigInt(devices), 0n), 'GPU')}`
/** What the button says that signs them all. While there is none that could be, it says of no number. */
export const saySignAll = (all: readonly { readonly devices: string }[]): string => {
  if (all.length === 0) return 'Sign'
  const devices = all.reduce((sum, each) => sum + BigInt(each.devices), 0n)
  return `Sign ${all.length === 1 ? 'this one' : `all ${all.length}`}: grant ${devices === 0n ? 'what they ask for' : many(devices, 'GPU')}`
}
