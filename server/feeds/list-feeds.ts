import type { PlatformReader, TenantReader } from '~/server/database/read'
import { stateOf } from './decide-feed'
import type { FeedShown, Format, Way } from './feed'

const atOnce = 100
const columns = {
  id: true, title: true, way: true, format: true, host: true, madeAt: true, pausedAt: true, givenUpAt: true, endedAt: true, taken: true, takenAt: true, failure: true, status: true, failingSince: true, nextAt: true,
  testAskedAt: true, testedAt: true, testFailure: true, testStatus: true, earlierUntil: true,
} as const
const text = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

/** Those that are live before those that ended, the newest first, and how far each is behind. */
async function list({ rows, feedLags }: Pick<PlatformReader, 'rows' | 'feedLags'>, tenantId: string | null): Promise<FeedShown[]> {
  const found = await rows.feed.findMany({ where: { tenantId }, orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { madeAt: 'desc' }], take: atOnce, select: columns })
  const now = new Date()
  const lags = new Map((await feedLags()).map((lag) => [lag.feed, lag]))
  return found.map((row) => {
    const [state, lag] = [stateOf(row), lags.get(row.id)]
    return {
      feed: row.id, title: row.title, way: row.way as Way, format: row.format as Format, host: row.host, madeAt: row.madeAt.toISOString(), endedAt: text(row.endedAt), state,
      taken: Number(row.taken), takenAt: text(row.takenAt), behind: lag?.records ?? 0, behindSince: text(lag?.since),
      failure: row.failure, status: row.status, failingSince: text(row.failingSince), nextAt: state === 'tries_again' ? text(row.nextAt) : null,
      earlierUntil: row.earlierUntil !== null && row.earlierUntil > now ? row.earlierUntil.toISOString() : null,
      test: row.testAskedAt && { askedAt: row.testAskedAt.toISOString(), doneAt: text(row.testedAt), failure: row.testFailure, status: row.testStatus },
    }
  })
}
export const listFeeds = (db: TenantReader): Promise<FeedShown[]> => list(db, db.tenant)
export const listOnPlatform = (db: PlatformReader): Promise<FeedShown[]> => list(db, null)
