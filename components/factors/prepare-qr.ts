/** The dark modules as one path: a bar for each run of them in a row. */
export function pathOf(modules: readonly (readonly boolean[])[]): string {
  const bars = modules.flatMap((row, y) => row.flatMap((dark, x) => {
    if (!dark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`]
  }))
  return bars.join('')
}
