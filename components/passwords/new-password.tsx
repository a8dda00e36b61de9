import { Field } from '~/components/ui/field'

/** Where somebody chooses a password: at an invitation, after a reset, or in the place of the one they have. */
export const NewPassword = (field: { name: string; label: string; value: string; problem: string | null; onType: (value: string) => void }) => (
  <Field {...field} type="password" autoComplete="new-password" maxLength={256} hint="15 characters or more. A few words that do not belong together are easy to remember." />
)
