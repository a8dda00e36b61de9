/**
 * Addresses of people and of their machines, as a label can hold them. Labels go to clusters, into metrics and into the record, where nothing of them is sealed and no erasure reaches: so such a
 * value is refused at the door, which is more than hashing it.
 */
const part = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const shapes: readonly RegExp[] = [
  new RegExp(`(?<![\\w.])(?:${part}\\.){3}${part}(?![\\w.])`),
  /(?<![0-9a-f])(?:[0-9a-f]{2}[-._:]){5}[0-9a-f]{2}(?![0-9a-f])/i,
  /[a-z0-9]@[a-z0-9]|[a-z0-9][._-](?:at|AT)[._-][a-z0-9-]+[._-][a-z]{2,}$/i,
]
export const hasAddress = (text: string): boolean => shapes.some((shape) => shape.test(text))
