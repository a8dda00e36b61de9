/** One rule after another. Whoever asked ends this thread, answered or not. */
import { parentPort } from 'node:worker_threads'
import { celEnv, isCelError, parse, plan } from '@bufbuild/cel'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'

/** The first time takes longer than the others, and that is not the rule's fault. */
plan(celEnv(), parse('[1].all(x, x > 0)').expr)({})

parentPort?.on('message', ({ expression, bindings, now }) => {
  try {
    const value = plan(celEnv(), parse(expression).expr)({ ...bindings, now: timestampFromMs(now) })
    parentPort?.postMessage(typeof value === 'boolean' ? { value } : { because: isCelError(value) ? value.message : 'it came to something that is neither true nor false' })
  } catch (thrown) {
    parentPort?.postMessage({ because: thrown instanceof Error ? thrown.message : 'it cannot be read' })
  }
})
parentPort?.postMessage('ready')
