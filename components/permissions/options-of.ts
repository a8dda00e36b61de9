/** `breakGlass.open` is of “Break glass”. */
export const conceptOf = (action: string): string => {
  const [concept = action] = action.split('.')
  const words = concept.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
/** Permissions to choose from: by their names, and under what each is about. */
export const optionsOf = (permissions: readonly { action: string; effect: 'read' | 'write' }[]) =>
  permissions.map(({ action, effect }) => ({ value: action, says: action, about: effect === 'write' ? 'changes' : '', group: conceptOf(action) })).sort((one, other) => (one.group < other.group ? -1 : one.group > other.group ? 1 : 0))
