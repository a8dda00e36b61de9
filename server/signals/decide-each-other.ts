/** Of two, each of whom said yes to everything that the other asked for and got: on how many days each, and how many others say yes in that place as well. */
export type EachOther = { readonly daysOfOne: number; readonly daysOfOther: number; readonly others: number }

/** On six days of four weeks each: where somebody else could have, that is no chance. Where nobody else says yes the two have no choice. */
export const answeredDaysLeast = 6
export const othersLeast = 2
export const answerEachOther = ({ daysOfOne, daysOfOther, others }: EachOther): boolean => Math.min(daysOfOne, daysOfOther) >= answeredDaysLeast && others >= othersLeast
