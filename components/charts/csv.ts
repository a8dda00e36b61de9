// A program that opens the file would carry out what begins like this.
const formula = /^[=+\-@\t\r]/

const cell = (text: string) => {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
/** Lines of cells as RFC 4180 has them. */
export const csvOf = (lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
