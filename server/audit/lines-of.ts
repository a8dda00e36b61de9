/**
 * The lines of a file as its format has them: each ended by one line break, and by nothing else. What people write has other characters in it at which Node's own reader of
 * lines ends one, from some version of it on or always: who reads by that takes a whole file for a torn one, or what somebody rewrote for what was taken out.
 * Bytes that are no text are read as a character that somebody may have written: so a line that has such bytes is given with a mark at its end, with which no line of ours ends.
 * So is what stands behind the last line break: a line that has no end is none.
 */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'

/** No line of ours is as long. What is longer is given cut off, and nothing after it: what goes on without end exhausts nobody. */
const longest = 16 * 1024 * 1024

export async function* linesOf(file: string, most = longest): AsyncGenerator<string> {
  let [parts, length]: [Buffer[], number] = [[], 0]
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = part.indexOf('\n'); end !== -1; end = part.indexOf('\n', from)) {
      yield textOf([...parts, part.subarray(from, end)])
      from = end + 1
      ;[parts, length] = [[], 0]
    }
    parts.push(part.subarray(from))
    length += part.length - from
    if (length > most) break
  }
  if (length > 0) yield `${textOf(parts).slice(0, most)}\ufffd`
}
function textOf(parts: readonly Buffer[]): string {
  const bytes = Buffer.concat(parts)
  return isUtf8(bytes) ? bytes.toString('utf8') : `${bytes.toString('utf8')}\ufffd`
}
