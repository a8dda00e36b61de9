import type { Entering } from '~/components/sign-in/password-form'

const kinds = ['passkey', 'code', 'recovery'] as const

/** What the address says of a sign-in that a provider began. Anybody can write it: it only chooses which step is shown, and the engine knows who waits. */
export function begunBy({ next, factors }: Partial<Record<'next' | 'factors', string | string[]>>): Entering | null {
  if (next !== 'factor' && next !== 'enrol') return null
  const words = typeof factors === 'string' ? factors.split(' ') : []
  return { next, factors: kinds.filter((kind) => words.includes(kind)), isVouchedFor: true }
}
