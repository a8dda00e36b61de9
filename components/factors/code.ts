/** What somebody typed or pasted, without the spaces that a code generator or a mail puts into it. */
export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '')
export const isCode = (digits: string): boolean => /^\d{6}$/.test(digits)
export const notSixDigits = 'A code is six digits.'

/** A secret in fours, to be read aloud or typed. */
export const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? ''
