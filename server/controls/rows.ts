import { type ControlId, controlIds } from './catalogue'

/** What is asked of the product, and what shows that it is there: a promise that is tried, a test, or nothing yet. */
export type Proof = { readonly kind: 'control'; readonly control: ControlId } | { readonly kind: 'test'; readonly file: string; readonly says: string } | { readonly kind: 'planned'; readonly because: string }
type AskedRow = { readonly row: number; readonly mode: string; readonly title: string; readonly proof: Proof }

function proofOf(text: string): Proof | null {
  const [, control] = /^control (\S+)$/.exec(text) ?? []
  if (control !== undefined) return (controlIds as readonly string[]).includes(control) ? { kind: 'control', control: control as ControlId } : null
  const [, file, says] = /^test (\S+) › (.+)$/.exec(text) ?? []
  if (file !== undefined && says !== undefined) return { kind: 'test', file, says }
  const [, because] = /^planned(?: \(([^)]+)\))?$/.exec(text) ?? []
  return /^planned/.test(text) ? { kind: 'planned', because: because ?? 'not built yet' } : null
}

/** A line each: number, mode, title, proof, with ` | ` between. */
export function parseRows(text: string): AskedRow[] {
  return text.trimEnd().split('\n').map((line) => {
    const [row = '', mode = '', title = '', ...rest] = line.split(' | ')
    const proof = proofOf(rest.join(' | '))
    if (!/^\d+$/.test(row) || mode === '' || title === '' || !proof) throw new Error(`this line says nothing that can be read: ${line}`)
    return { row: Number(row), mode, title, proof }
  })
}
