import { query, router } from '~/server/api/procedure'
import { ListClusters, listClusters } from './list-clusters'

export const clusters = router({ list: query('clusters.list', ListClusters, listClusters) })
