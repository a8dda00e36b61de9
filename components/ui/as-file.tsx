import { FileLink } from './file-link'

/** All that a list shows under this address, on all its pages, as a file. */
export const AsFile = ({ of, hrefOf }: { of: string; hrefOf: (form: 'csv' | 'json') => string }) => (
  <p className="text-dense text-quiet">As a file: <FileLink href={hrefOf('csv')} aria-label={`All ${of} as CSV`}>CSV</FileLink> or <FileLink href={hrefOf('json')} aria-label={`All ${of} as JSON`}>JSON</FileLink></p>
)
