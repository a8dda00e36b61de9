'use client'
import { Button } from '~/components/ui/button'

/** The way out of a dialog, until what it asks for is sent: that is not called back, and what comes of it is told in the dialog. */
export const Cancel = ({ isSending, onClick }: { isSending: boolean; onClick: () => void }) => <Button whyNot={isSending ? 'It is sent already, and is not called back.' : null} onClick={onClick}>Cancel</Button>
