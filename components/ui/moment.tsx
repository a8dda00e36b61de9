import { ago, exact } from './time'

/** In lists, how long ago; the exact time, zone included, under the pointer. */
export function Ago({ at, now }: { at: string; now: Date }) {
  return <time dateTime={at} title={exact(at)}>{ago(at, now)}</time>
}
export function Exact({ at }: { at: string }) {
  return <time dateTime={at} className="name whitespace-nowrap">{exact(at)}</time>
}
