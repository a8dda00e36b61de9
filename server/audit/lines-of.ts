/**
 * The lines of a file as its format has them: each ended by one line break, and by nothing else. What people write has other characters in it at which Node's own reader of
 * lines ends one, from some version of it on or always: who reads by that takes a whole file for a torn one, or what somebody rewrote for what was taken out.
 */
import { createReadStream } from 'node:fs'

/** No line of ours is as long. What is longer is given cut off, and nothing after it: what goes on without end exhausts nobody. */
const longest = 16 * 1024 * 1024

export async function* linesOf(file: string, most = longest): AsyncGenerator<string> {
  let line = ''
  for await (const part of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = part.split('\n')
    line += first
    for (const next of others) {
      yield line
      line = next
    }
    if (line.length > most) break
  }
  if (line !== '') yield line.slice(0, most)
}
