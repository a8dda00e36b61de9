// A program that opens the file would carry out what begins like this; where lists are separated by semicolons or tabs, a cell begins behind each of them, too.
const formula = /(^|[;\t]\s*)[=+\-@]|^[\t\r]/

const cell = (text: string) => {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
/** Lines of cells as RFC 4180 has them. */
export const csvOf = (lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
/** How a file of them begins: with the mark by which a program for tables knows that it is UTF-8, without which Ä is shown as Ã„; then what the columns are called. */
export const csvBegun = (columns: readonly string[]): string => `\uFEFF${csvOf([columns])}`
