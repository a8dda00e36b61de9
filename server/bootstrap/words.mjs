// Plain Node and nothing else: this runs before node_modules exists.

/** An end that was foreseen: its message is all that a person needs to read. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints why this ends and ends it. What was not foreseen keeps its stack. */
export function onStop(error) {
  const known = error instanceof Stop ? error : inWords(error, error?.path ?? 'a file')
  if (known?.message || !known) console.error(known?.message ?? error)
  process.exit(known?.exitCode ?? 1)
}

const reasons = [
  [/ENOSPC|No space left on device|Disk quota exceeded|EDQUOT/, (what) => `The disk is full: ${what} could not be written. Make room and start again.`],
  [/EROFS|Read-only file system/, (what) => `The disk is read-only: ${what} could not be written. Clone into a folder that can be written to.`],
  [/\bEACCES\b|\bEPERM\b/, (what) => `${what} belongs to another user or is closed to this one: start as the user it belongs to, or give it to this one with chown.`],
  [/EMFILE|ENFILE|Too many open files/, () => 'Too many files are open on this machine: raise the limit (ulimit -n 4096) and start again.'],
]

/** The sentence for a failure of the machine's, from an error or from what a command wrote; null if it is something else. */
export function inWords(failure, what) {
  const text = typeof failure === 'string' ? failure : `${failure?.code ?? ''} ${failure?.message ?? ''}`
  const found = reasons.find(([pattern]) => pattern.test(text))
  return found ? new Stop(found[1](typeof failure === 'string' ? what : (failure.path ?? what))) : null
}

export const indented = (text, lines = 20) => text.trimEnd().split('\n').slice(-lines).map((line) => `  ${line}`).join('\n')
