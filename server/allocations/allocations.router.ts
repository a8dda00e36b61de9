import { decided, query, router } from '~/server/api/procedure'
import { AmendAllocation, amendAllocation, PreviewAmendment, previewAmendment } from './amend-allocation'
import { ReleaseAllocation, releaseAllocation } from './change-allocation'
import { CreateAllocation, createAllocation } from './create-allocation'
import { ExtendAllocation, extendAllocation, previewExtension } from './extend-allocation'
import { PrepareAllocation, prepareAllocation } from './prepare-allocation'
import { previewAllocation } from './preview-allocation'
import { previewShrink, ShrinkAllocation, shrinkAllocation } from './shrink-allocation'
import { ListAllocations, listAllocations, ReadAllocation, readAllocation } from './list-allocations'

export const allocations = router({
  amend: decided('allocations.amend', AmendAllocation, amendAllocation),
  create: decided('allocations.create', CreateAllocation, createAllocation),
  extend: decided('allocations.extend', ExtendAllocation, extendAllocation),
  list: query('allocations.list', ListAllocations, listAllocations),
  prepare: query('allocations.prepare', PrepareAllocation, prepareAllocation),
  preview: decided('allocations.preview', CreateAllocation, previewAllocation),
  previewAmendment: decided('allocations.previewAmendment', PreviewAmendment, previewAmendment),
  previewExtension: decided('allocations.previewExtension', ExtendAllocation, previewExtension),
  previewShrink: decided('allocations.previewShrink', ShrinkAllocation, previewShrink),
  read: query('allocations.read', ReadAllocation, readAllocation),
  release: decided('allocations.release', ReleaseAllocation, releaseAllocation),
  shrink: decided('allocations.shrink', ShrinkAllocation, shrinkAllocation),
})
