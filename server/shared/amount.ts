/** Amounts are whole numbers of a resource's smallest unit: bigint here, int8 in SQL, decimal strings in JSON (4,096 × 2 TiB is past 2⁵³). */
export type Amount = bigint
export const amountMax: Amount = 2n ** 63n - 1n

export const amountText = /^(0|[1-9][0-9]{0,18})$/
export function parseAmount(text: string): Amount | null {
  if (!amountText.test(text)) return null
  const amount = BigInt(text)
  return amount <= amountMax ? amount : null
}
