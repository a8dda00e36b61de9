/** A part of a statement, there only where it has something to write: what is asked of the database for nothing costs as much as a row. */
export type Part<T> = {
  /** Its parameters; null where there is nothing of it. */
  readonly of: (written: T) => readonly unknown[] | null
  readonly text: (...parameters: string[]) => string
}

/** A parameter for each column; null where there are no rows. */
export const columnsOf = <R>(rows: readonly R[], ...columns: ((row: R) => unknown)[]): unknown[] | null => (rows.length > 0 ? columns.map((column) => rows.map(column)) : null)

/** A list as its text, of what has neither quotes nor strokes in it: ids, names of resources, amounts. */
export const listOf = (of: readonly (string | number)[]): string => (of.length > 0 ? `{"${of.join('","')}"}` : '{}')
