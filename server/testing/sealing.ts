/** A process that seals as long as it lives, as the engine's loop does, and says when it begins. */
import { sealRecords } from '~/server/audit/seal-records'
import { takeLease } from '~/server/database/lease'

const name = 'seal-records'
process.stdout.write('sealing\n')
for (;;) if (await takeLease(name, 0.5)) await sealRecords(name)
else await new Promise((wait) => setTimeout(wait, 20))
