import { decided, query, router } from '~/server/api/procedure'
import { ExtendAllocation, extendAllocation, ReleaseAllocation, releaseAllocation } from './change-allocation'
import { CreateAllocation, createAllocation } from './create-allocation'
import { previewAllocation } from './preview-allocation'
import { ListAllocations, listAllocations, ReadAllocation, readAllocation } from './list-allocations'

export const allocations = router({
  create: decided('allocations.create', CreateAllocation, createAllocation),
  extend: decided('allocations.extend', ExtendAllocation, extendAllocation),
  list: query('allocations.list', ListAllocations, listAllocations),
  preview: decided('allocations.preview', CreateAllocation, previewAllocation),
  read: query('allocations.read', ReadAllocation, readAllocation),
  release: decided('allocations.release', ReleaseAllocation, releaseAllocation),
})
