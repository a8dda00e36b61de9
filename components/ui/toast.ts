export type Listener = (says: string) => void
const listeners = new Set<Listener>()

export function onToast(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For what nobody would see otherwise: something was copied, a task in the background ended. Never for what went wrong, and never the only trace of anything. */
export const toast = (says: string): void => { for (const listener of listeners) listener(says) }
