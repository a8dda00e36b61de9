/** Why a second word does not count, wherever two people are asked; `who` is whoever said the first. */
export const nobodyElse = (who: string): string => `${who} gave you your role within a week, or you gave them theirs, or one person gave it to both of you: you do not count as another.`
