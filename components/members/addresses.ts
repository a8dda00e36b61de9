/**
 * The addresses in what somebody pasted: one on each line, or the first column of a table, with its quotes and under its heading. What is no address stays in, so
 * that it is refused and not lost.
 */
export function addressesIn(text: string): string[] {
  const cells = text.split(/\r?\n/).map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1').trim()).filter(Boolean)
  return cells.filter((cell, at) => at > 0 || !/^(e-?mail|mail|address)( address)?$/i.test(cell))
}
