/** A permission that is missing: what it is called, who has it, and where to read about it. */
export type Missing = { says: string; permission: string; who: string; ask: string | null; href: string }
/** Why something cannot be done now, to somebody who would like to: a sentence, or one with more to it. */
export type Reason = string | Missing

export const sentenceOf = (reason: Reason): string => (typeof reason === 'string' ? reason : reason.says)
