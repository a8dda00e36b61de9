const turns = /[\u202a-\u202e\u2066-\u2069]/g
const atEnds = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/g

/**
 * What somebody looks for, without marks of direction: they come along with what is copied elsewhere, and nobody sees them. Those that turn a whole stretch are in no name; the others are, between
 * letters of two directions, and stay there.
 */
export const unmarked = (text: string): string => text.replace(turns, '').replace(atEnds, '')
