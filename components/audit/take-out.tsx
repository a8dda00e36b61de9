import { Button } from '~/components/ui/button'
import { FileLink } from '~/components/ui/file-link'
import type { Reason } from '~/components/ui/reason'

const forms = [
  { form: 'csv', says: 'A table', about: 'CSV: what is listed here, on all pages' }, { form: 'jsonl', says: 'Lines', about: 'JSON: the same, one to a line' },
  { form: 'bundle', says: 'To prove', about: 'the records themselves, with what a stranger checks them by: npm run verify' },
] as const

/** What is found here as a file. Taking it out is recorded, as looking is. */
export function TakeOut({ hrefOf, reason }: { hrefOf: (form: string) => string; reason: Reason | null }) {
  if (reason !== null) return <Button size="dense" whyNot={reason}>Take out</Button>
  return (
    <details className="grid gap-1">
      <summary className="min-h-6 cursor-default text-accent underline underline-offset-2 hover:text-accent-hover">Take out</summary>
      <ul aria-label="Take out" className="grid gap-1 py-1">
        {forms.map(({ form, says, about }) => <li key={form}><FileLink href={hrefOf(form)}>{says}</FileLink> <span className="text-quiet">{about}</span></li>)}
        <li className="text-quiet">The newest 50,000 of what is asked, and it is said where it is cut off. That it was taken out, and by whom, is recorded.</li>
      </ul>
    </details>
  )
}
