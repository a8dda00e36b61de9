import type { Report } from './report'

/** As it is read on the page, and on paper. */
export const IncidentReport = ({ report: { parts } }: { report: Report }) => (
  <div className="grid max-w-[100ch] grid-cols-[minmax(0,1fr)] gap-6">
    {parts.map(({ heading, lines }) => (
      <section key={heading} aria-label={heading} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="text-section">{heading}</h2>
        <ul className="grid list-disc gap-1 pl-5 text-plain wrap-anywhere">{lines.map((line) => <li key={line}>{line}</li>)}</ul>
      </section>
    ))}
  </div>
)
