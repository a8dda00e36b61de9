import { copyTree, findPorts, startCopy } from './copy.mjs'

/** Cold: nothing installed, no database, no build; npm's own cache is this machine's and may be warm. Warm: the same place again. */
export async function bench() {
  const copy = copyTree()
  const ports = await findPorts()
  for (const kind of ['cold', 'warm', 'warm']) {
    const product = await startCopy(copy, ports)
    console.log(`${kind} start: ${product.seconds.toFixed(1)} s`)
    await product.stop()
  }
  console.log('Cold is without packages, database and build; the npm cache is as it was.')
}
