/** `npm run rebuild`: what the record is searched by, made anew from the record, while the product runs. It finds the database as `npm start` does. */
import { closeDatabase } from '~/server/database/client'
import { figure } from '~/server/shared/figure'
import { rebuildLines } from './rebuild-lines'

process.env.ENGINE_DATABASE_URL_FILE ??= `${process.env.BAILIWICK_DATA ?? '.data'}/secrets/engine-database-url`
const began = performance.now()
const made = await rebuildLines((sofar) => { if (sofar % 50_000 === 0) console.log(`${figure(sofar)} records`) })
console.log(`${figure(made)} records can be searched again, in ${((performance.now() - began) / 1000).toFixed(1)} s. What is recorded meanwhile follows by itself.`)
await closeDatabase()
