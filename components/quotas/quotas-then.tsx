'use client'
import { type GridRow, QuotaGrid } from './quota-grid'

const whyNot = 'These limits are of a moment that has passed: nothing can be changed from here.'
const nothing = () => undefined

/** The grid as of a moment: what is read there is not changed, and what was measured then is not kept. */
export const QuotasThen = ({ tenant, rows, resources }: { tenant: string; rows: readonly GridRow[]; resources: readonly string[] }) => (
  <QuotaGrid tenant={tenant} rows={rows} resources={resources} raises={{}} raiseWhyNot={whyNot} whyNot={whyNot} peaks={null} lines={[]} wrong={[]} onTyping={nothing} onLine={nothing} onPutBack={nothing} onUndo={nothing} />
)
