import { type AccountFacts, standingOf } from './account'

/**
 * What is missing above of somebody's own: where a place and its tenant stay within their own shares and have room, and the organisation alone has none, it is because
 * others have what is theirs. By resource, how much of theirs it takes; null where that is not so, or where nothing is missing. Where others wait who come first
 * (`ahead`) what is free is theirs, and all of it is missing.
 */
export function decideOwn(accounts: readonly AccountFacts[], wanted: Readonly<Record<string, string>>, ahead: ReadonlySet<string>): Readonly<Record<string, bigint>> | null {
  const missing: Record<string, bigint> = {}
  const amounts = Object.entries(wanted)
  for (const account of accounts) for (const [resource, text] of amounts) {
    // From the organisation down: where that has room, nothing is missing above.
    if (account.level !== 'organisation' && Object.keys(missing).length === 0) return null
    const requested = BigInt(text)
    if (requested === 0n) continue
    const standing = standingOf(account, resource)
    if (!standing) {
      if (account.level === 'class') continue
      return null
    }
    const { nominal, hard, used, held, unexplained } = standing
    const after = used + held + unexplained + requested
    if (account.level !== 'organisation') {
      if (after > hard || (account.level !== 'class' && after > nominal) || ahead.has(`${account.id} ${resource}`)) return null
    } else if (ahead.has(`${account.id} ${resource}`)) missing[resource] = requested
    else if (after > hard) missing[resource] = after - hard
  }
  return Object.keys(missing).length > 0 ? missing : null
}
