/** The signed note, as a file that `npm run verify` takes. It is in the page already, so nothing is asked for it. */
export function CertificateLink({ tenant, note }: { tenant: string; note: string }) {
  return <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(note)}`} download={`erasure-${tenant}.certificate.txt`} className="text-accent underline underline-offset-2 hover:text-accent-hover">Certificate</a>
}
