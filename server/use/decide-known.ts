/**
 * What was used, as far as it is known. Where less than nine tenths of what was charged was measured, it is not: a cluster that says nothing would look like one in which
 * nothing is used.
 */
export function decideKnown({ charged, measured, used }: { readonly charged: bigint; readonly measured: bigint; readonly used: bigint }): bigint | null {
  return measured * 10n >= charged * 9n ? used : null
}
