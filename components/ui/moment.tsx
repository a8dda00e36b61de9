import { ago, ahead, exact } from './time'
import { Explained } from './tip'

/** In lists, how long ago; the exact time, zone included, on focus, under the pointer and on paper. */
export function Ago({ at, now }: { at: string; now: Date }) {
  return <Explained says={exact(at)}><time dateTime={at} data-exact={exact(at)}>{ago(at, now)}</time></Explained>
}
/** How far ahead, the same way. */
export function Ahead({ at, now }: { at: string; now: Date }) {
  return <Explained says={exact(at)}><time dateTime={at} data-exact={exact(at)}>{ahead(at, now)}</time></Explained>
}
export function Exact({ at }: { at: string }) {
  return <time dateTime={at} className="name whitespace-nowrap">{exact(at)}</time>
}
/** When what is shown was read: the time of day and its zone, without which it is hours old to whoever is elsewhere; and on focus and on paper the day. */
export function AsOf({ at }: { at: string }) {
  return <span className="text-dense text-quiet">as of <Explained says={exact(at)}><time dateTime={at} data-exact={exact(at)}>{at.slice(11, 19)} UTC</time></Explained></span>
}
