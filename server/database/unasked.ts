/** A thread that works unasked waits for a connection until there is one: nobody waits for what it does. */
let isWaitingLong = false
export const workUnasked = (): void => { isWaitingLong = true }
export const isUnasked = (): boolean => isWaitingLong
