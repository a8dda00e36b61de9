import { readFileSync, statSync } from 'node:fs'
import { inspect } from 'node:util'

/** A value that does not show itself: printed, logged or turned into JSON it is `[secret]`. */
export class Secret<T> {
  #value: T
  constructor(value: T) {
    this.#value = value
  }
  reveal(): T {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [inspect.custom](): string {
    return '[secret]'
  }
}

const bytesMax = 4096

/** What the file holds, or the sentence that says why it cannot be used. `name` is the setting that names the file. */
export function readSecretFile(name: string, path: string | undefined): { text: string } | { problem: string } {
  if (!path) return { problem: `${name} is not set: set it to the path of the file that holds the secret.` }
  try {
    const found = statSync(path)
    if (!found.isFile()) return { problem: `${name} names ${path}, which is not a file.` }
    if (found.mode & 0o077) return { problem: `${name} names ${path}, which others on this machine may read: chmod 600 ${path}` }
    if (found.size > bytesMax) return { problem: `${name} names ${path}, which is longer than a secret can be (${bytesMax} bytes).` }
    const text = readFileSync(path, 'utf8').trim()
    return text ? { text } : { problem: `${name} names ${path}, which is empty.` }
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return { problem: `${name} names ${path}, which does not exist.` }
    if (code === 'EACCES') return { problem: `${name} names ${path}, which this process may not read: make its owner the user that runs Bailiwick.` }
    return { problem: `${name} names ${path}, which cannot be read (${code ?? 'unknown reason'}).` }
  }
}
