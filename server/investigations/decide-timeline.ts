type Stands = { readonly at: string; readonly place: string; readonly stream: string; readonly sequence: string }

/** Records stand in the order of their own time, whoever pinned them when; those of one millisecond in that of their numbers. */
export function byTime(one: Stands, other: Stands): number {
  return Date.parse(one.at) - Date.parse(other.at) || compare(one.place, other.place) || compare(one.stream, other.stream) || Number(BigInt(one.sequence) - BigInt(other.sequence))
}
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
