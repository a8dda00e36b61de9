import { type AccountFacts, standingOf } from './account'

type Wanted = Readonly<Record<string, string>>

/**
 * What is missing above of somebody's own: where a place and its tenant stay within their own shares and have room, and the organisation alone has none, it is because
 * others have what is theirs. By resource, how much of theirs it takes; null where that is not so, or where nothing is missing. Where others wait who come first
 * (`ahead`) what is free is theirs, and all of it is missing.
 */
export function decideOwn(accounts: readonly AccountFacts[], wanted: Wanted, ahead: ReadonlySet<string>): Readonly<Record<string, bigint>> | null {
  const missing: Record<string, bigint> = {}
  for (const account of accounts) for (const [resource, text] of Object.entries(wanted)) {
    const requested = BigInt(text)
    if (account.level !== 'organisation' || requested === 0n) continue
    const standing = standingOf(account, resource)
    if (!standing) return null
    const after = takenOf(standing) + requested
    if (ahead.has(`${account.id} ${resource}`)) missing[resource] = requested
    else if (after > standing.hard) missing[resource] = after - standing.hard
  }
  return Object.keys(missing).length > 0 && isOwn(accounts, wanted, ahead) ? missing : null
}

/** Whether it stays within what is its place's and its tenant's own, and has room there: above them others may have what is theirs. */
export function isOwn(accounts: readonly AccountFacts[], wanted: Wanted, ahead: ReadonlySet<string>): boolean {
  return accounts.every((account) => account.level === 'organisation' || Object.entries(wanted).every(([resource, text]) => {
    const requested = BigInt(text)
    if (requested === 0n) return true
    const standing = standingOf(account, resource)
    if (!standing) return account.level === 'class'
    const after = takenOf(standing) + requested
    return after <= standing.hard && (account.level === 'class' || after <= standing.nominal) && !ahead.has(`${account.id} ${resource}`)
  }))
}

const takenOf = ({ used, held, unexplained }: { readonly used: bigint; readonly held: bigint; readonly unexplained: bigint }) => used + held + unexplained
