import { isAction, specOf } from '~/server/authorization/actions'

/**
 * Whether a question counts as somebody being there. A page waits to be told of changes, takes that up again for as long as its window is open, and asks how long its
 * session goes on, and how much there is to see since: all of that with nobody there, and none of it keeps a session.
 */
export function isAttended(path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  return !(isAction(name) && (specOf(name).watches || name === 'sessions.state' || name === 'audit.newer' || name === 'audit.newerOnPlatform'))
}
