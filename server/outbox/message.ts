/** A message as it is being tried. Its id is the same at every try. */
export type Tried = { readonly id: string; readonly channel: 'mail' | 'webhook'; readonly tenantId: string | null; readonly personId: string | null; readonly webhookId: string | null; readonly kind: string; readonly body: Readonly<Record<string, string | null>>; readonly attempts: number; readonly at: Date }
/** What became of a try. `reason` is one of our own words: what the other side said goes nowhere. A final no is not tried again. */
/** `status` is what a webhook's receiver answered. */
export type Tries = { readonly did: 'delivered'; readonly status?: number } | { readonly did: 'dropped'; readonly reason: string } | { readonly did: 'failed'; readonly reason: string; readonly final: boolean; readonly status?: number }
