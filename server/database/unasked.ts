/** What the engine does unasked has connections of its own: however much of it begins at once, whoever asks finds one. */
import { AsyncLocalStorage } from 'node:async_hooks'

const unasked = new AsyncLocalStorage<true>()
export const asUnasked = <T>(work: () => Promise<T>): Promise<T> => unasked.run(true, work)
export const isUnasked = (): boolean => unasked.getStore() === true
