import { CopyButton } from '~/components/ui/copy-button'
import { Strip } from '~/components/ui/strip'

/** What somebody wrote and nobody took: it is theirs, to be written again elsewhere. */
export const Written = ({ text, action }: { text: string; action: React.ReactNode }) => (
  <Strip tone="notice" role="alert" action={action}>
    <p><strong className="font-medium">What you wrote was not taken: what it was for is over.</strong> Copy it if you need it <CopyButton value={text} of="what you wrote" /></p>
    <p className="wrap-anywhere whitespace-pre-line text-strong select-text">{text}</p>
  </Strip>
)
