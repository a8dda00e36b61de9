/** The words that an investigation is made of. */
export type EntryKind = 'opened' | 'pinned' | 'unpinned' | 'noted' | 'handed' | 'changed' | 'closed' | 'reopened'
/** How a record is called: by whose it is, its stream, and its number there. */
export type RecordNamed = { readonly place: string; readonly stream: string; readonly sequence: string }
export const recordName = ({ place, stream, sequence }: RecordNamed): string => `${place}.${stream}.${sequence}`
