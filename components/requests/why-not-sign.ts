import type { Sheet } from '~/server/allocations/sheet'

type Seen = Pick<Sheet, 'moved' | 'verdict' | 'says'> | null
/** Why signing what is on the sheet would do nothing, whoever does it; null where it would. A sheet that could not be made says nothing of what would be done, so nobody signs. */
export function whyNotSign(sheet: Seen): string | null {
  if (sheet === null) return 'What a yes would come to cannot be found out now. Read it again in a moment.'
  if (sheet.verdict === 'refuse') return `A yes would do nothing now: ${sheet.says ?? 'it would be refused.'}`
  return sheet.moved.length === 0 ? null : 'What would be done now is not what is asked for. Ask for what is now, and sign that.'
}
