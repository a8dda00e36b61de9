'use client'
import { type Asked, useAsked } from '~/components/shell/use-asked'
import type { DraftLine } from './draft'

/** What a draft would come to. */
export const useDraftPreview = (tenant: string, lines: readonly DraftLine[], seen: string): Asked<'quotas.previewTogether'> =>
  useAsked('quotas.previewTogether', lines.length === 0 ? null : { tenant, lines: lines.map(({ namespace, resource, to, version, lowers }) => ({ namespace, resource, limit: to, version, lowers })) }, seen)
