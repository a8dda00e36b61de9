const way = 'inline-block min-h-6 content-center text-accent underline underline-offset-2 hover:text-accent-hover'

/** All that a list shows under this address, on all its pages, as a file. */
export const AsFile = ({ of, hrefOf }: { of: string; hrefOf: (form: 'csv' | 'json') => string }) => (
  <p className="text-dense text-quiet">As a file: <a href={hrefOf('csv')} aria-label={`All ${of} as CSV`} className={way}>CSV</a> or <a href={hrefOf('json')} aria-label={`All ${of} as JSON`} className={way}>JSON</a></p>
)
