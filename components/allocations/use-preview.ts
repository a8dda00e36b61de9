'use client'
import type { InputOf, ValueOf } from '~/components/shell/answer'
import { neverRefused, useWhileTyping, type WhileTyping } from '~/components/shell/use-while-typing'
import type { CreateAllocationInput } from '~/server/allocations/create-allocation'
import { type Amends, amendmentOf } from './amendment'

export type Previewed = ValueOf<'allocations.preview'>
export type Preview = Omit<WhileTyping<'allocations.preview'>, 'answer'> & { answer: { value: Previewed; of: InputOf<'allocations.preview'> } | null }

/** What would happen to a wish, or to what becomes of one that is changed: its own promise is not in its way then. */
export function usePreview(wish: CreateAllocationInput | null, amends: Amends | null): Preview {
  const first = useWhileTyping('allocations.preview', neverRefused, amends === null ? wish : null)
  const { answer, ...other } = useWhileTyping('allocations.previewAmendment', neverRefused, amends === null || wish === null ? null : amendmentOf(wish, amends))
  if (amends === null) return first
  return { ...other, answer: answer && { value: answer.value, of: { ...answer.of, namespace: amends.namespace, name: amends.name, pod: null, claims: [] } } }
}
