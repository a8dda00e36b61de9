/** Of what holds from a moment to another: what holds now. */
export const heldAt = (now: Date) => ({ validFrom: { lte: now }, OR: [{ validTo: null }, { validTo: { gt: now } }] })
