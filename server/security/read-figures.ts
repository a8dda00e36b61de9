import { z } from 'zod'
import type { PlatformReader } from '~/server/database/read'
import { bucketsOf, ranges } from '~/server/use/use'
import { type FiguresRead, figuresOf } from './security'

export const ReadFigures = z.strictObject({ range: z.enum(ranges) })

export async function readFigures({ securityCounts, now }: PlatformReader, { range }: z.infer<typeof ReadFigures>): Promise<FiguresRead> {
  const { span, since } = bucketsOf(range, now)
  return figuresOf(range, await securityCounts(span, since), now)
}
