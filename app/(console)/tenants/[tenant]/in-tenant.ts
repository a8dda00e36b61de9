import type { Metadata } from 'next'

export type InTenant = { params: Promise<{ tenant: string }> }
/** "Quotas · aurora · Bailiwick" */
export const titled = (says: string) => async ({ params }: InTenant): Promise<Metadata> => ({ title: `${says} · ${(await params).tenant}` })
