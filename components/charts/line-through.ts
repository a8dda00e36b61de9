const round = (figure: number) => Math.round(figure * 100) / 100

/** A path through these points; where one is not known the line ends, and begins again at the next that is. */
export function lineThrough(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points.map((point, at) => (point === null ? '' : `${points[at - 1] ? 'L' : 'M'}${round(point[0])} ${round(point[1])}`)).join('')
}

type Written = { readonly x: number; readonly says: string; readonly wide: number }
/** Of words along an axis, from the first on, those that there is room for: none touches the one before it or stands out at the end. One at the very beginning stands as far in as it has to. */
export function roomFor<W extends Written>(words: readonly W[], { from, to, beside }: { from: number; to: number; beside: number }): W[] {
  const kept: W[] = []
  for (const word of words) {
    const x = Math.max(word.x, from + word.wide / 2)
    const before = kept.at(-1)
    if (x + word.wide / 2 <= to && (!before || x - word.wide / 2 - (before.x + before.wide / 2) >= beside)) kept.push({ ...word, x })
  }
  return kept
}
