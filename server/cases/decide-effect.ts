/** One resource of one account that a step is about: its own share, its ceiling now, and all that is taken of it. */
export type Standing = { readonly account: string; readonly level: string; readonly resource: string; readonly nominal: string; readonly hard: string; readonly taken: string }
/** What an allocation holds, and where it is charged: in that account, and in every one above it. */
export type Charge = { readonly account: string; readonly amounts: Readonly<Record<string, string>> }
export type Effect = Standing & { readonly takenThen: string; readonly hardThen: string }
/** What a step does to accounts: gives back what these hold, lets the tenant borrow so much less, or lets nothing be added. */
export type Doing = { readonly is: 'takes'; readonly charges: readonly Charge[] } | { readonly is: 'burst'; readonly percent: number } | { readonly is: 'suspend' }

/** What may be held where so many percent of what may be borrowed still may: as the database says it (`bounded`). */
export const boundedBy = (hard: bigint, nominal: bigint, percent: number): bigint => (hard < nominal ? hard : nominal + ((hard - nominal) * BigInt(percent)) / 100n)

const isUnder = (account: string, above: string) => account === above || account.startsWith(`${above}/`)
/** Each line that the step moves, before it and then. */
export const decideEffect = (standing: readonly Standing[], doing: Doing): Effect[] => standing.flatMap((one) => effectOn(one, doing) ?? [])
function effectOn(one: Standing, doing: Doing): Effect | null {
  const { account, level, resource, nominal, hard, taken } = one
  switch (doing.is) {
    case 'takes': {
      const freed = doing.charges.filter((charge) => isUnder(charge.account, account)).reduce((sum, { amounts }) => sum + BigInt(amounts[resource] ?? '0'), 0n)
      return freed === 0n ? null : { ...one, takenThen: String(BigInt(taken) - freed), hardThen: hard }
    }
    case 'burst': {
      const most = String(boundedBy(BigInt(hard), BigInt(nominal), doing.percent))
      return level !== 'tenant' || most === hard ? null : { ...one, takenThen: taken, hardThen: most }
    }
    case 'suspend': return level !== 'tenant' || hard === '0' ? null : { ...one, takenThen: taken, hardThen: taken }
  }
}
